# Many submissions at once, for instructors: solutions/README.md is the manual. Included by grader.mk.

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
GRADE_ALL_OPTIONS = $(if $(LABS),--labs "$$LABS") $(if $(NO_LIKELY),--no-likely) $(GRADE_ALL_CANVAS) \
	$(if $(JOBS),--jobs "$$JOBS") $(if $(SHARD),--shard "$$SHARD")
GRADE_ALL_CANVAS = $(if $(CANVAS),--canvas "$$CANVAS") $(if $(MOODLE),--moodle "$$MOODLE")

# build everything before many shards that share this folder begin
grade-ready: $(GRADE_ALL) $(GRADER)

## make grade-all DIR= OUT=    for instructors: every submission in a folder; LABS= JOBS= SEED= or SECRET= SHARD=2/4 NO_LIKELY=1 CANVAS= MOODLE=
grade-all: grade-ready
	@exec env CC='$(CC)' $(GRADE_ALL) --with-parent --grader $(GRADER) $(GRADE_ALL_OPTIONS) \
	    --out "$$OUT" --folder "$$DIR"

## make regrade STUDENT=       grades that one again, with the DIR= OUT= LABS= of grade-all
.PHONY: regrade
regrade: grade-ready
	@exec env CC='$(CC)' $(GRADE_ALL) --with-parent --grader $(GRADER) $(GRADE_ALL_OPTIONS) \
	    --student "$$STUDENT" --out "$$OUT" --folder "$$DIR"

## make grade-merge OUT=       merges the results of grade-all's shards; FROM= their folders, if
##                             they aren't in OUT
grade-merge: grade-ready
	@$(GRADE_ALL) --grader $(GRADER) --out "$$OUT" $(GRADE_ALL_CANVAS) --merge $(FROM)

## make likeness DIR=          for instructors: which submissions are alike, by sim_c; LABS=; MOST=40 pairs are shown
.PHONY: likeness
likeness: grade-ready
	@sh tests/grader/all/likeness.sh $(GRADE_ALL) --grader $(GRADER) $(if $(LABS),--labs "$$LABS") \
	    --folder "$$DIR"

## make classroom LAB=pgs      for instructors: the workflow of GitHub Classroom, with a step for each test
.PHONY: classroom
classroom: one-lab $(GRADER)
	@$(GRADER) --points --lab $(LAB_FULL) | awk -f tests/grader/all/classroom.awk

DEEP_TESTS += $(patsubst %,"sh tests/grader/%.sh $(B)",all/test_grade_all all/test_class all/test_shards all/test_likeness test_reports)
$(if $(DEEP),test-core): $(GRADE_ALL)
