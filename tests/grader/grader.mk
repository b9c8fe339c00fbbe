# The grader and its commands; included by the Makefile at the top.
#
#     LAB=pgs (or 02_pgs, or 2)   T=05   SAN=1   SEED=123   MIN=80

GRADE := build/grade
GRADER := $(GRADE)/grader
GRADER_LABS := $(sort $(patsubst tests/labs/%_tests.c,%,$(wildcard tests/labs/*_tests.c)))
GRADER_SRC := $(wildcard tests/grader/*.c)
GRADER_OWN := $(filter-out tests/grader/worker.c tests/grader/core.c,$(GRADER_SRC))
GRADER_HDR := $(wildcard tests/grader/*.h tests/labs/*.h) tests/check.h mbsim.h
GRADER_OBJ := $(GRADER_OWN:tests/grader/%.c=$(GRADE)/obj/%.o) $(GRADER_LABS:%=$(GRADE)/obj/lab_%.o) $(GRADE)/obj/labs.o $(GRADE)/obj/kit.o
GRADER_FLAGS := -std=c99 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wcast-qual \
	-Wdouble-promotion -I. -Itests/grader -Itests/labs

# the labs that LAB= names; all without it
LAB_FULL := $(if $(LAB),$(strip $(foreach l,$(GRADER_LABS),$(if $(filter $(LAB),$l $(word 2,$(subst _, ,$l)) $(firstword $(subst _, ,$l)) \
	$(patsubst 0%,%,$(firstword $(subst _, ,$l)))),$l))),$(GRADER_LABS))
LAB_OPTIONS = --top . $(if $(LAB),--lab $(LAB)) $(if $(T),--test $(T)) $(if $(filter 1,$(SAN)),--san)
LAB_CALL = GRADER_SEED='$(SEED)' CC='$(CC)' $(GRADER) $(LAB_OPTIONS)
LAB_BUILD = CC='$(CC)' SAN='$(SAN)' sh tests/grader/build.sh mine $(LAB_FULL)

$(GRADE)/obj/%.o: tests/grader/%.c $(GRADER_HDR)
	@mkdir -p $(@D)
	$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

$(GRADE)/obj/lab_%.o: tests/labs/%_tests.c $(GRADER_HDR)
	@mkdir -p $(@D)
	$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

# the kit itself, which judges by mb_residual
$(GRADE)/obj/kit.o: mbsim.h
	@mkdir -p $(@D)
	$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -x c -DMBSIM_IMPLEMENTATION -c mbsim.h -o $@

# the list of labs, from the files' names
$(GRADE)/obj/labs.c: tests/grader/grader.mk $(GRADER_LABS:%=tests/labs/%_tests.c)
	@mkdir -p $(@D)
	@{ echo '#include "parts.h"'; \
	   for l in $(GRADER_LABS); do echo "extern const lab lab_$$l;"; done; \
	   echo 'const lab *const grader_labs[] = {'; \
	   for l in $(GRADER_LABS); do echo "    &lab_$$l,"; done; \
	   echo '    NULL };'; } >$@.part
	@mv $@.part $@

$(GRADE)/obj/labs.o: $(GRADE)/obj/labs.c $(GRADER_HDR)
	$(CC) $(GRADER_FLAGS) $(GRADER_EXTRA) -c $< -o $@

$(GRADER): $(GRADER_OBJ)
	$(CC) $(GRADER_EXTRA) -o $@ $(GRADER_OBJ) -lm

.PHONY: test-labs grade hint watch debug list mutants

# what was attempted, tested: exit status 1 only if some of that fails
test-labs: $(GRADER)
	@$(LAB_BUILD)
	@$(LAB_CALL)

MIN = 100
grade: $(GRADER)
	@$(LAB_BUILD)
	@$(LAB_CALL) --min $(MIN) --junit $(GRADE)/junit.xml --gradescope $(GRADE)/gradescope.json --prairielearn $(GRADE)/prairielearn.json --autolab

list: $(GRADER)
	@$(GRADER) --list $(if $(LAB),--lab $(LAB))

hint: $(GRADER)
	@sh tests/grader/hint.sh '$(LAB_FULL)' '$(T)'

watch: $(GRADER)
	@CC='$(CC)' sh tests/grader/watch.sh '$(LAB_FULL)' '$(T)'

debug: $(GRADER)
	@CC='$(CC)' GRADER_SEED='$(SEED)' sh tests/grader/debug.sh '$(LAB_FULL)' '$(T)'

# every wrong submission is killed by the test it names, with its own hint; every alternative right one has full marks
mutants: $(GRADER)
	@CC='$(CC)' sh tests/grader/mutants.sh $(LAB_FULL)
