# The grader and its commands; included by the Makefile at the top.
#
#     LAB=pgs (or 02_pgs, or 2)   T=05   SAN=1   SEED=123   MIN=80

# the folder of everything that the grader builds, also for its scripts
export GRADE := $(B)/grade
GRADER := $(GRADE)/grader
GRADER_LABS := $(sort $(patsubst tests/labs/%/tests.c,%,$(wildcard tests/labs/*/tests.c)))
GRADER_SRC := $(notdir $(wildcard tests/grader/*.c)) sandbox.c confine.c frame.c
GRADER_HDR := $(wildcard tests/grader/*.h tests/grader/worker/*.h tests/labs/*/requests.h) tests/check.h mbsim.h
GRADER_OBJ := $(GRADER_SRC:%.c=$(GRADE)/obj/%.o) $(GRADER_LABS:%=$(GRADE)/obj/lab_%.o) $(GRADE)/obj/labs.o \
	$(GRADE)/obj/kit.o
GRADER_FLAGS := -std=c99 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wcast-qual \
	-Wdouble-promotion -I. -Itests/grader -Itests/grader/worker

# the seed goes through the environment: a command line can be read by every process
ifdef SEED
export GRADER_SEED := $(SEED)
endif

# the labs that LAB= names; all without it
LAB_NAMES = $1 $(word 2,$(subst _, ,$1)) $(firstword $(subst _, ,$1)) $(patsubst 0%,%,$(firstword $(subst _, ,$1)))
LAB_FULL := $(if $(LAB),$(strip $(foreach l,$(GRADER_LABS),$(if $(filter $(LAB),$(call LAB_NAMES,$l)),$l))),$(GRADER_LABS))
LAB_OPTIONS = --top . --build $(GRADE) $(if $(LAB),--lab $(LAB)) $(if $(T),--test $(T)) $(if $(filter 1,$(SAN)),--san)
LAB_CALL = CC='$(CC)' $(GRADER) $(LAB_OPTIONS)
LAB_BUILD = CC='$(CC)' SAN='$(SAN)' sh tests/grader/worker/build.sh mine $(LAB_FULL)

vpath %.c tests/grader tests/grader/worker
$(GRADE)/obj/%.o: %.c $(GRADER_HDR)
	$(call say,cc $<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

$(GRADE)/obj/lab_%.o: tests/labs/%/tests.c $(GRADER_HDR)
	$(call say,cc $<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

# the kit itself, which judges by mb_residual
$(GRADE)/obj/kit.o: mbsim.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -x c -DMBSIM_IMPLEMENTATION -c mbsim.h -o $@

# the list of labs, from the files' names
$(GRADE)/obj/labs.c: tests/grader/grader.mk $(GRADER_LABS:%=tests/labs/%/tests.c)
	@mkdir -p $(@D)
	@{ echo '#include "parts.h"'; \
	   for l in $(GRADER_LABS); do echo "extern const lab lab_$$l;"; done; \
	   echo 'const lab *const grader_labs[] = {'; \
	   for l in $(GRADER_LABS); do echo "    &lab_$$l,"; done; \
	   echo '    NULL };'; } >$@.part
	@mv $@.part $@

$(GRADE)/obj/labs.o: $(GRADE)/obj/labs.c $(GRADER_HDR)
	$(Q)$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

$(GRADER): $(GRADER_OBJ)
	$(call say,link $@)
	$(Q)$(CC) $(GRADER_EXTRA) -o $@ $(GRADER_OBJ) -lm

.PHONY: test-labs grade hint watch debug mine list mutants answers which-lab

# LAB= must name a lab, where it is given
which-lab:
	@$(if $(LAB_FULL),:,echo "there is no lab called $(LAB); the labs are: $(GRADER_LABS)" >&2; exit 2)

test-labs: which-lab $(GRADER)
	@$(LAB_BUILD)
	@$(LAB_CALL)

## make grade       the labs with points; MIN=80: exit status 0 only if the score reaches 80 % (default 100); LAB= T= as for test
MIN = 100
grade: which-lab $(GRADER)
	@$(LAB_BUILD)
	@$(LAB_CALL) --min $(MIN) --junit $(GRADE)/junit.xml --gradescope $(GRADE)/gradescope.json \
	    --prairielearn $(GRADE)/prairielearn.json --autolab

## make hint LAB=pgs [T=05]    a hint; one that says more at each call
hint: which-lab $(GRADER)
	@CC='$(CC)' sh tests/grader/commands/hint.sh '$(if $(LAB),$(LAB_FULL),one of $(LAB_FULL))' '$(T)'

## make watch LAB=pgs          tests the lab each time you save its file
watch: which-lab $(GRADER)
	@CC='$(CC)' sh tests/grader/commands/watch.sh '$(LAB_FULL)' '$(T)'

## make debug LAB=pgs T=05     that test with your code under gdb
debug: which-lab $(GRADER)
	@CC='$(CC)' sh tests/grader/commands/debug.sh '$(LAB_FULL)' '$(T)'

## make mine LAB=pgs           build/lab/minisim2d: the program with your solver as --solver mine
mine: which-lab $(LIBRARY) $(B)/minisim2d/main.o
	@grep -q '^mb_lcp_solver lab_$(MINE);' labs/$(LAB_FULL)/lab.h 2>/dev/null || \
	    { echo "mine: which lab? one with a solver: make mine LAB=lemke" >&2; exit 2; }
	@mkdir -p $(B)/lab
	@$(CC) -std=c99 -O2 -g -ffp-contract=off -I. -Ilabs/$(LAB_FULL) -DLAB_SOLVER=lab_$(MINE) -DLAB_SCRATCH=lab_$(MINE)_scratch \
	    -o $(B)/lab/minisim2d $(B)/minisim2d/main.o labs/$(LAB_FULL)/$(MINE).c tests/grader/commands/mine.c $(LIBRARY) $(LIBS)
	@echo "$(B)/lab/minisim2d has --solver mine"
MINE = $(word 2,$(subst _, ,$(LAB_FULL)))

## make list        labs, tests and points
list: which-lab $(GRADER)
	@$(GRADER) --list $(if $(LAB),--lab $(LAB))

## make mutants     for instructors: every known mistake is found by the test that should find it, with its hint
mutants: which-lab $(GRADER)
	@CC='$(CC)' sh tests/grader/commands/mutants.sh check $(LAB_FULL)

## make answers     for instructors: after a change of tests or mistakes, what the known mistakes answer, for the diagnosis
answers: which-lab $(GRADER)
	@CC='$(CC)' sh tests/grader/commands/mutants.sh answers $(LAB_FULL)

# the grader's own tests are among the core tests
TEST_COMMANDS += "sh tests/grader/test_grader.sh $(GRADER)" "sh tests/grader/test_plot.sh"
test test-core: $(GRADER)
