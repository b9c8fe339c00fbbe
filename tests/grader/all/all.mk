# for instructors: grades many submissions; the manual is solutions/README.md. Included by grader.mk

GRADE_ALL := $(GRADE)/grade-all
GRADE_ALL_OBJ := $(patsubst tests/grader/all/%.c,$(GRADE)/all/%.o,$(wildcard tests/grader/all/*.c))

# like the seed, the secret must not be on a command line
ifdef SECRET
export GRADER_SECRET := $(SECRET)
endif

$(GRADE)/all/%.o: tests/grader/all/%.c Makefile
	$(call say,cc $<)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -c -o $@ $<

$(GRADE_ALL): $(GRADE_ALL_OBJ) $(GRADE)/obj/sha256.o $(LIBRARY)
	$(call say,link $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

-include $(wildcard $(GRADE)/all/*.d)

.PHONY: grade-all grade-merge grade-ready

# DIR, OUT and LABS may contain any characters: the shell takes them from the environment
GRADE_ALL_OPTIONS = $(if $(LABS),--labs "$$LABS") $(if $(NO_LIKELY),--no-likely) \
	$(GRADE_ALL_CANVAS) $(if $(JOBS),--jobs "$$JOBS") $(if $(SHARD),--shard "$$SHARD")
GRADE_ALL_CANVAS = $(if $(CANVAS),--canvas "$$CANVAS") $(if $(MOODLE),--moodle "$$MOODLE")

# makes all programs, and the answers of known mistakes, before several shards start in this folder
GRADED_LABS = $(foreach l,$(ALL_LABS),$(if $(filter $(or $(LABS),$l),$(call lab_names,$l)),$l))
grade-ready: $(GRADE_ALL) $(GRADER)
	@$(if $(NO_LIKELY),,CC='$(CC)' sh tests/grader/commands/mutants.sh answers $(GRADED_LABS))

## make grade-all DIR= OUT=    for instructors: grades every submission in DIR, results in OUT;
##                             LABS= JOBS= SEED= or SECRET= SHARD=2/4 NO_LIKELY=1 CANVAS= MOODLE=
grade-all: grade-ready
	@exec env CC='$(CC)' $(GRADE_ALL) --with-parent --grader $(GRADER) $(GRADE_ALL_OPTIONS) \
	    --out "$$OUT" --folder "$$DIR"

## make regrade STUDENT=       for instructors: one student again; DIR= OUT= LABS= as for grade-all
.PHONY: regrade
regrade: grade-ready
	@exec env CC='$(CC)' $(GRADE_ALL) --with-parent --grader $(GRADER) $(GRADE_ALL_OPTIONS) \
	    --student "$$STUDENT" --out "$$OUT" --folder "$$DIR"

## make grade-merge OUT=       for instructors: merges the results of grade-all's shards; FROM= their
##                             folders, if they are not in OUT
grade-merge: grade-ready
	@$(GRADE_ALL) --grader $(GRADER) --out "$$OUT" $(GRADE_ALL_CANVAS) --merge $(FROM)

## make likeness DIR=          for instructors: the MOST=40 most similar pairs, by sim_c; LABS=
.PHONY: likeness
likeness: grade-ready
	@sh tests/grader/all/likeness.sh $(GRADE_ALL) --grader $(GRADER) $(if $(LABS),--labs "$$LABS") \
	    --folder "$$DIR"

## make classroom LAB=pgs      for instructors: a workflow for GitHub Classroom, a step per test
.PHONY: classroom
classroom: one-lab $(GRADER)
	@$(GRADER) --points --lab $(LAB_FULL) | awk -f tests/grader/all/classroom.awk

DEEP_TESTS += $(patsubst %,"sh tests/grader/%.sh $(B)",all/test_grade_all all/test_class all/test_shards all/test_likeness test_reports)
$(if $(DEEP),test-core): $(GRADE_ALL)
