# The grader and its commands, and the labs' pictures; included by the Makefile at the top.
#
#     LAB=pgs (or 02_pgs, or 2)   T=05   SAN=1   SEED=123   MIN=80

# the folder of everything that the grader builds; its scripts use it as well
export GRADE := $(B)/grade
GRADER := $(GRADE)/grader
ALL_LABS := $(sort $(patsubst labs/%/lab.h,%,$(wildcard labs/*/lab.h)))
GRADER_SRC := $(notdir $(wildcard tests/grader/*.c)) sandbox.c confine.c wire.c
# the judges of the labs, and the parts of the kit that they call; compiled in a student's copy
JUDGES_OF = $(if $(KITS),$(KIT:%=%/judges.o),$(1:%=$(GRADE)/obj/lab_%.o) $(GRADE)/obj/kit.o)
GRADER_OBJ := $(GRADER_SRC:%.c=$(GRADE)/obj/%.o)
GRADER_FLAGS := -std=c99 -O2 -ffp-contract=off $(WARNINGS) \
	-I. -Itests/grader -Itests/grader/worker

# the seed goes through the environment: a command line can be read by every process
ifdef SEED
export GRADER_SEED := $(SEED)
endif

# the lab that LAB= names, as 06_stewart_trinkle, stewart_trinkle, 06 or 6; all labs without LAB=
lab_number = $(firstword $(subst _, ,$1))
lab_name = $(patsubst $(lab_number)_%,%,$1)
lab_names = $1 $(lab_name) $(lab_number) $(patsubst 0%,%,$(lab_number))
LAB_FOUND = $(foreach l,$(ALL_LABS),$(if $(filter $(LAB),$(call lab_names,$l)),$l))
LAB_FULL := $(strip $(if $(LAB),$(LAB_FOUND),$(ALL_LABS)))
LAB_NAME := $(call lab_name,$(LAB_FULL))
LAB_OPTIONS = --top . --build $(GRADE) $(if $(LAB),--lab $(LAB_FULL)) $(if $(T),--test $(T)) \
	$(if $(filter 1,$(SAN)),--san)
# with LAB=, a grader of that lab alone, which is built faster
TESTER = $(GRADER)$(if $(LAB),$(LAB_FULL:%=-%))
LAB_CALL = CC='$(CC)' $1 $(LAB_OPTIONS)
LAB_BUILD = CC='$(CC)' SAN='$(SAN)' sh tests/grader/worker/build.sh mine $(LAB_FULL)

vpath %.c tests/grader tests/grader/worker
define GRADER_COMPILE
	$(call say,cc $<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(GRADER_FLAGS) $(DEPENDS) $(GRADER_EXTRA) -c $< -o $@
endef
$(GRADE)/obj/%.o: %.c tests/grader/grader.mk
	$(GRADER_COMPILE)
$(GRADE)/obj/lab_%.o: tests/labs/%/tests.c tests/grader/grader.mk
	$(GRADER_COMPILE)

-include $(wildcard $(GRADE)/obj/*.d)

# the parts of the kit that a lab may also call: the grader judges by mb_residual, and needs no
# solver
$(GRADE)/obj/kit.o: mbsim.h tests/grader/worker/core.awk
	@mkdir -p $(@D)
	$(Q)awk -f tests/grader/worker/core.awk mbsim.h >$(@D)/core.h
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -O1 -w -x c -DMBSIM_IMPLEMENTATION -c $(@D)/core.h -o $@

# the list of labs, from the folders' names: checked each time, and written when it has changed
list_labs = echo '\#include "parts.h"'; for l in $1; do echo "extern const lab lab_$$l;"; done; \
	echo 'const lab *const grader_labs[] = {'; for l in $1; do echo "    &lab_$$l,"; done; \
	echo '    NULL };'
$(GRADE)/obj/labs.c: always
	@mkdir -p $(@D)
	@part=$@.$$$$; { $(call list_labs,$(ALL_LABS)); } >$$part; \
	if cmp -s $$part $@; then rm $$part; else mv $$part $@; fi

$(GRADE)/obj/labs.o: $(GRADE)/obj/labs.c tests/grader/grader.h tests/grader/parts.h
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

$(GRADER): $(GRADER_OBJ) $(call JUDGES_OF,$(ALL_LABS)) $(GRADE)/obj/labs.o
	$(KIT_HERE)
	$(call say,link $@)
	$(Q)$(CC) $(GRADER_EXTRA) -o $@ $^ -lm

$(ALL_LABS:%=$(GRADER)-%): $(GRADER)-%: $(GRADER_OBJ) $(call JUDGES_OF,%) tests/grader/grader.mk
	$(KIT_HERE)
	$(call say,link $@)
	$(Q){ $(call list_labs,$*); } >$(GRADE)/obj/only_$*.c
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -o $@ $(GRADE)/obj/only_$*.c $(filter %.o,$^) -lm

.PHONY: always where ending which-lab one-lab test-labs grade hint watch debug plot mine list
.PHONY: mutants seeds mistake answers handout

# LAB= must name a lab, where it is given
which-lab:
	@$(if $(LAB_FULL),:,echo "there is no lab called $(LAB); the labs are: $(ALL_LABS)" >&2; exit 2)

# LAB= must be given for a command that is for one lab
one-lab: which-lab
	@$(if $(word 2,$(LAB_FULL)),echo "which lab? LAB= is one of $(ALL_LABS)" >&2; exit 2,:)

test-labs: which-lab $(TESTER)
	@$(LAB_BUILD)
	@$(call LAB_CALL,$(TESTER)) --progress $(GRADE)/progress
	@$(if $(LAB),sh tests/grader/commands/student.sh progress --end $(ALL_LABS))

# prints where the student is in the course
where: $(PROGRAM)
	@sh tests/grader/commands/student.sh progress $(ALL_LABS)

## make ending      your code at work, when you have passed the course
ending: $(PROGRAM)
	@MAKE='$(MAKE)' sh tests/grader/commands/student.sh ending $(ALL_LABS)

## make grade       points; exit status 0 if they are at least MIN=100 per cent; LAB= T= as for test
MIN = 100
GRADE_OPTIONS = $(if $(VPL),--vpl,--autolab) $(if $(PICTURE),--picture '$(PICTURE)') \
	$(if $(NO_LIKELY),--no-likely) $(if $(VISIBILITY),--drawn '$(VISIBILITY)')
grade: which-lab $(GRADER)
	@$(LAB_BUILD)
	@$(call LAB_CALL,$(GRADER)) --min $(MIN) $(GRADE_OPTIONS) --junit $(GRADE)/junit.xml --gradescope $(GRADE)/gradescope.json \
	    --prairielearn $(GRADE)/prairielearn.json --coderunner $(GRADE)/coderunner.json

## make hint LAB=pgs [T=05]    a hint; each further call says more
## make watch LAB=pgs          tests the lab each time you save its file; h: a hint, n: the next test
## make debug LAB=pgs T=05     that test with your code under gdb
hint watch debug: one-lab $(GRADER)
	@CC='$(CC)' sh tests/grader/commands/student.sh $@ $(LAB_FULL) '$(T)'

# Pictures and programs of a student's own file are linked each time, because that one file has
# usually just changed. PLOT_FILE= is another file, a solution for instance; LAB_DIR= and PLOT_DIR= are the
# folders of program and picture.
PLOT_FILE = labs/$(LAB_FULL)/$(LAB_NAME).c
PLOT_DIR = $(B)/plot
LAB_DIR = $(B)/lab
PLOT_SVG = $(PLOT_DIR)/$(LAB_FULL).svg
PLOT_COMPILE = $(CC) $(STANDARD) $(CFLAGS) -Wall -Wextra -Ilabs/$(LAB_FULL) -I.

# Other labs' functions, which a plot.c calls by names such as lab_lemke_of_03: those of the solution,
# or, in a student's copy, the student's own.
PLOT_NUMBERS = $(patsubst _of_%,%,$(sort $(shell grep -o '_of_[0-9][0-9]' \
    tests/labs/$(LAB_FULL)/plot.c 2>/dev/null)))
PLOT_WITH = $(foreach n,$(PLOT_NUMBERS),$(patsubst %,$(LAB_DIR)/with/%.o,$(filter $n_%,$(ALL_LABS))))
lab_source = $(firstword $(wildcard solutions/$1.c labs/$1/$(call lab_name,$1).c))
$(LAB_DIR)/with/%.o: mbsim.h always
	@mkdir -p $(@D)
	$(Q)$(CC) $(STANDARD) $(CFLAGS) -Wall -Wextra -Ilabs/$* -I. -c -o $@ $(call lab_source,$*) \
	    $(foreach f,$(sort $(shell grep -o 'lab_[a-z_0-9]*' labs/$*/lab.h)),-D$f=$f_of_$(call lab_number,$*))

## make plot LAB=pgs           your own code in a picture
#
# The line `make plot: ARGUMENTS` of lab.h has the arguments of minisim2d with the lab's solver or
# formulation. A lab without this line has tests/labs/NN_name/plot.c, a program that draws the
# picture.
PLOT_ARGUMENTS := $(shell sed -n 's|^/\* make plot: \(.*\) \*/$$|\1|p' \
    labs/$(LAB_FULL)/lab.h 2>/dev/null)
plot: one-lab $(if $(PLOT_ARGUMENTS),mine,$(LIBRARY) $(PLOT_WITH))
	@mkdir -p $(PLOT_DIR) $(LAB_DIR)
ifneq ($(PLOT_ARGUMENTS),)
	$(LAB_DIR)/minisim2d $(PLOT_ARGUMENTS) --svg $(PLOT_SVG)
else
	@$(PLOT_COMPILE) -o $(LAB_DIR)/$(LAB_FULL) tests/labs/$(LAB_FULL)/plot.c $(PLOT_FILE) \
	    $(PLOT_WITH) $(LIBRARY) $(LIBS)
	@$(LAB_DIR)/$(LAB_FULL) $(PLOT_SVG) $(A) $(b)
endif
	@echo "the picture is $(PLOT_SVG)"

.PHONY: contest
## make contest     the ladder of lab 12: your solver, the kit's, and those of labs 2 to 4
contest:
	@$(MAKE) --no-print-directory plot LAB=12_contest

PARTS = sh tests/grader/commands/parts.sh
AS_MINE = tests/grader/commands/as_mine.c
# the lab of SOLVER=, if it is a different one
TOO = $(strip $(foreach l,$(ALL_LABS),$(if $(filter $(SOLVER),$(call lab_names,$l)),$l)))
TOO_FILE = labs/$(TOO)/$(call lab_name,$(TOO)).c
TOO_COMPILE = $(CC) $(STANDARD) $(CFLAGS) -Wall -Wextra -Ilabs/$(TOO) -I.

# the lab must have a solver or a formulation, and the lab of SOLVER= a solver, to be called mine
.PHONY: has-mine
has-mine: one-lab
	@[ -n "$$($(PARTS) mine $(LAB_FULL))" ] || { echo "$(LAB_FULL) has no solver and no formulation" >&2; exit 2; }
	@[ -z '$(SOLVER)' ] || [ -n "$$($(PARTS) mine '$(TOO)')" ] || { echo "no lab $(SOLVER) has a solver" >&2; exit 2; }

## make mine LAB=pgs           build/lab/minisim2d: the program with your solver or formulation as `mine`; with SOLVER=lemke both
mine: has-mine $(LIBRARY) $(B)/minisim2d/main.o
	@mkdir -p $(LAB_DIR)
	@$(if $(TOO),$(TOO_COMPILE) -c -o $(LAB_DIR)/solver.o $(TOO_FILE))
	@$(PLOT_COMPILE) $$($(PARTS) mine $(LAB_FULL)) $(if $(TOO),-include labs/$(TOO)/lab.h $$($(PARTS) mine $(TOO))) \
	    -o $(LAB_DIR)/minisim2d.new $(B)/minisim2d/main.o $(PLOT_FILE) $(if $(TOO),$(LAB_DIR)/solver.o) \
	    $(AS_MINE) $(LIBRARY) $(LIBS)
	@mv $(LAB_DIR)/minisim2d.new $(LAB_DIR)/minisim2d
	@kind=formulation; if $(PARTS) mine $(LAB_FULL) | grep -q LAB_SOLVER; then kind=solver; fi; \
	    echo "$(LAB_DIR)/minisim2d has --$$kind mine$(if $(TOO), and --solver mine)"

# A lab that replaces the kit's own is a part of the program, with its groups, if it has any.
YOURS_COMPILE = $(CC) $(STANDARD) $(CFLAGS) -Wall -Wextra -I. $$($(PARTS) yours $*) -c -o $@
$(LIBRARY): $(YOURS:%=$(B)/lab/%.o) $(YOURS:%=$(B)/lab/%_groups.o)
.SECONDEXPANSION:
$(YOURS:%=$(B)/lab/%.o): $(B)/lab/%.o: mbsim.h labs/%/lab.h \
    labs/$$*/$$(call lab_name,$$*).c
	$(call say,cc $(filter %.c,$^))
	@mkdir -p $(@D)
	$(Q)$(YOURS_COMPILE) $(filter %.c,$^)

$(YOURS:%=$(B)/lab/%_groups.o): $(B)/lab/%_groups.o: $(AS_MINE) mbsim.h labs/%/lab.h
	@mkdir -p $(@D)
	$(Q)$(YOURS_COMPILE) $<

## make list        labs, tests and points
#                  (from the READMEs if the grader cannot be built, for example on Windows without WSL)
list: which-lab
	@if $(MAKE) -s $(GRADER) >/dev/null 2>&1; then $(GRADER) --list $(if $(LAB),--lab $(LAB_FULL)); \
	else sh tests/grader/commands/student.sh list $(LAB_FULL:%=labs/%/README.md); fi

# BEGIN INSTRUCTOR
## make handout     for instructors: OUT=DIR: a student's copy, in which the code that the labs ask
##                  for is compiled; SOURCE=1: with sources; LABS="03_lemke 09_peg": those labs
##                  replace the kit's code
handout: $(PROGRAM) $(GRADER)
	@MAKE='$(MAKE)' CC='$(CC)' sh tests/grader/commands/handout.sh $(PROGRAM)

.PHONY: quiz
## make quiz        for instructors: LAB= SEED= COUNT=20 FORMAT=moodle, canvas or text: questions with drawn numbers, and answers
quiz: one-lab
	@CC='$(CC)' B='$(B)' SEED='$(SEED)' COUNT='$(COUNT)' FORMAT='$(FORMAT)' sh solutions/quiz/quiz.sh $(LAB_FULL)

.PHONY: pictures
## make pictures    for instructors: the pictures in the labs' READMEs and the ladder in lab 12's,
##                  drawn again
pictures: $(LIBRARY) $(PROGRAM)
	@MAKE='$(MAKE)' CC='$(CC)' B='$(B)' sh solutions/pictures/pictures.sh

## make mutants     for instructors: checks that every known mistake is found by its test, with its hint
## make seeds       for instructors: checks that every known mistake, and every alternative correct
##                  submission, has the same mark under SEEDS=8 seeds
## make answers     for instructors: runs the known mistakes before a first student's test fails
mutants seeds answers: which-lab $(GRADER)
	@CC='$(CC)' SEEDS='$(or $(SEEDS),8)' sh tests/grader/commands/mutants.sh $@ $(LAB_FULL)

## make mistake     for instructors: LAB= NAME=: a known mistake as a file; without NAME= their names
mistake: one-lab
	@sh tests/grader/commands/mutants.sh mistake $(LAB_FULL) '$(NAME)'

# many submissions; the manual is solutions/README.md

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

$(GRADE_ALL): $(GRADE_ALL_OBJ) $(patsubst %,$(GRADE)/obj/%.o,sha256 sandbox confine) $(LIBRARY)
	$(call say,link $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

-include $(wildcard $(GRADE)/all/*.d)

.PHONY: grade-all grade-merge grade-ready regrade likeness classroom

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
## make regrade STUDENT=       for instructors: one student again; DIR= OUT= LABS= as for grade-all
grade-all regrade: $(GRADE_ALL) $(GRADER)
	@exec env CC='$(CC)' $(GRADE_ALL) --with-parent --grader $(GRADER) $(GRADE_ALL_OPTIONS) \
	    $(if $(filter regrade,$@),--student "$$STUDENT") --out "$$OUT" --folder "$$DIR"

## make grade-merge OUT=       for instructors: merges the results of grade-all's shards; FROM= their
##                             folders, if they are not in OUT
grade-merge: $(GRADE_ALL) $(GRADER)
	@$(GRADE_ALL) --grader $(GRADER) --out "$$OUT" $(GRADE_ALL_CANVAS) --merge $(FROM)

## make likeness DIR=          for instructors: the MOST=40 most similar pairs, by sim_c; LABS=
likeness: $(GRADE_ALL) $(GRADER)
	@sh tests/grader/all/likeness.sh $(GRADE_ALL) --grader $(GRADER) $(if $(LABS),--labs "$$LABS") \
	    --folder "$$DIR"

## make classroom LAB=pgs      for instructors: a workflow for GitHub Classroom, a step per test
classroom: one-lab $(GRADER)
	@$(GRADER) --points --lab $(LAB_FULL) | awk -f tests/grader/all/classroom.awk

# the grader's own tests; the longest first
DEEP_TESTS += "sh tests/grader/test_grader.sh $(GRADER)" "sh tests/grader/test_handout.sh $(B)" \
    "sh tests/grader/test_plot.sh $(B)" "sh tests/grader/test_pictures.sh $(B)" "sh tests/grader/test_lab.sh $(B)" "sh tests/grader/test_quiz.sh $(B)" \
    $(patsubst %,"sh tests/grader/%.sh $(B)",all/test_grade_all all/test_class all/test_tools test_reports)
$(if $(DEEP),test-core: deep-answers)
.PHONY: deep-answers
deep-answers: $(GRADER) $(GRADE_ALL)
	@CC='$(CC)' sh tests/grader/commands/mutants.sh answers 01_lcp 02_pgs 10_convergence
# END INSTRUCTOR
