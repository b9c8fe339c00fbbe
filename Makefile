# mbsim: GNU make >= 3.81 and a C99 compiler are all it needs; everything is built under build/
#
# `make help` lists the commands.

# four jobs at a time; a `make` that is called by another one shares the jobs of that
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j4
endif

CFLAGS   = -O2 -g
WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wcast-qual -Wdouble-promotion
STANDARD = -std=c99 -D_POSIX_C_SOURCE=200809L -ffp-contract=off
# lists of the headers that each file includes, if the compiler can write them; with $(B) in them,
# so that they are valid however B= is spelt
DEPENDS  = $(if $(findstring tcc,$(CC)),,-MMD -MP -MT '$$(B)/$(@:$(B)/%=%)')
COMPILE  = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(DEPENDS) -I.
LIBS     = -lm
B        = build
Q        = $(if $(V),,@)

# a line for each file that is built; V=1 shows the commands
say      = $(if $(V),,@echo '  $1')

# the first compiler that is installed, unless CC= or the environment names one
ifeq ($(origin CC),default)
CC := $(firstword $(foreach c,gcc clang cc,$(if $(shell command -v $c 2>/dev/null),$c)) gcc)
endif

ifneq ($(words $(B)),1)
$(error B= is the folder of everything that is built; its name may have no space in it)
endif

PROGRAM  = $(B)/minisim2d/minisim2d
SOURCES  = $(sort $(wildcard minisim2d/*.c minisim2d/*/*.c))
OBJECTS  = $(patsubst minisim2d/%.c,$(B)/minisim2d/%.o,$(filter-out minisim2d/main.c,$(SOURCES))) $(B)/minisim2d/page_text.o
LIBRARY  = $(B)/minisim2d/minisim2d.a
# the compiled parts of a student's copy, a folder for each kind of machine; the kit has none
KITS     = $(wildcard compiled/*)
KIT      = $(if $(KITS),$(wildcard compiled/$(shell uname -s)-$(shell uname -m)))
# stops if a compiled part is needed and there is none for this machine
KIT_HERE = $(if $(KITS),$(if $(KIT),,$(error the compiled part of this copy is for $(KITS:compiled/%=%) and not for this \
    machine; labs/README.md says what there is for others)))
# labs whose code replaces the kit's own in mbsim.h: none here, some in a student's copy
YOURS =
# BEGIN INSTRUCTOR
TESTS    = $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/core/test_*.c tests/bodies/test_*.c tests/program/test_*.c)))
# END INSTRUCTOR

# in any language of the user, awk, sort and printf use decimal points, and compilers English
export LC_ALL = C

.PHONY: all help demo gallery figures tracks steps page python test test-core full thousands bench bench-bodies validate strict sanitize portable mutate clean
.SECONDARY:
.DELETE_ON_ERROR:

all: $(PROGRAM) where

## make B=DIR ...  the same, built in DIR instead of build: for a copy of the kit that is read-only
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## make demo        hills and sawtooth with every formulation and the exact reference: a table of errors, pictures in build/demo
demo: $(PROGRAM)
	@mkdir -p $(B)/demo
	@for s in hills sawtooth sawtooth-friction; do \
	    $(PROGRAM) compare scenes/$$s.scene --svg $(B)/demo/$$s.svg || exit 1; echo; \
	done

## make gallery     a picture of every scene with bodies, in build/gallery and beside those of demo
gallery: $(PROGRAM)
	@mkdir -p $(B)/gallery $(B)/demo
	@for s in $$(grep -lE '^(disc|box|rod|body) ' scenes/*.scene); do \
	    n=$${s##*/}; echo "$(B)/gallery/$${n%.scene}.svg"; \
	    $(PROGRAM) run $$s --quiet --svg $(B)/gallery/$${n%.scene}.svg || exit 1; \
	done
	@cp $(B)/gallery/*.svg $(B)/demo

## make figures     the counterparts of the papers' figures, from runs made now, and a page that compares them: build/figures
figures: $(PROGRAM)
	@minisim2d/figures/figures.sh $(PROGRAM) $(B)/figures $(if $(QUICK),quick)

## make tracks      build/grasp: pushes and throws of a puck, "measured", for `calibrate`: scenes/grasp/README.md
tracks: $(PROGRAM)
	@sh scenes/grasp/make.sh $(PROGRAM) $(B)/grasp

## make steps       build/steps.frames: 1 000 recorded steps of five scenes, for `replay`; STEPS=20: 20 of each scene
steps: $(PROGRAM)
	@sh scenes/steps.sh $(PROGRAM) $(STEPS) >$(B)/steps.frames

## make page        the live page, build/page/mbsim.html: a story in eight stops, free play (drag bodies, draw ground, change the scene's
##                  text, and every run is computed anew), the LCP explorer (needs clang and lld). LAB=pgs: build/page/02_pgs.html, with
##                  your solver or formulation in it as `mine`, at its own stop of the story; SOLVER= as for mine
PAGE = $(B)/page/$(if $(LAB),$(LAB_FULL),mbsim).html
ifeq ($(KITS),)
page: $(if $(LAB),has-mine)
	@PARTS="$$(PLOT_FILE='$(PLOT_FILE)' TOO_FILE='$(TOO_FILE)' YOURS='$(YOURS)' sh tests/grader/commands/parts.sh page $(if $(LAB),$(LAB_FULL) $(TOO)))" LAB='$(if $(LAB),$(LAB_FULL))' minisim2d/page/page.sh $(PAGE)
else
page:
	@echo 'this copy has the page built: open minisim2d/page/mbsim.html'
	@$(if $(LAB),echo 'one with your own code in it takes sources that are not in this copy' >&2; exit 2)
endif

## make python      build/minisim2d/mbsim.so, which minisim2d/python/mbsim.py needs
python: $(B)/minisim2d/mbsim.so $(PROGRAM)

## make test        tests all that a change is likely to break, in a minute; LAB= T= for one lab, one test; ends with `N passed, N failed, N skipped`
# BEGIN INSTRUCTOR
ifndef LAB
test: LABS = yes
test: test-core
else
# END INSTRUCTOR
test: test-labs
# BEGIN INSTRUCTOR
endif

# DEEP: the tests that take long, for `make full`: exact arithmetic, job queues, mutants, and the
# grader's own tests, which grader.mk adds. The longest of the others begin first, so that none runs
# alone at the end: that of the page, those of the labs, then FIRST.
DEEP_NAMES = %/test_truth %/jobs_study.sh %/mutation.sh
PAGE_NAMES = %/page_live.sh
FIRST_NAMES = %/cli_page.sh %/python.sh %/test_random_worlds %/test_solvers %/cli_figures.sh
SHELL_TESTS = $(sort $(wildcard tests/program/*.sh))
CALLS_OF = $(filter $1,$(TESTS)) $(patsubst %,"sh % $(PROGRAM)",$(filter $1,$(SHELL_TESTS)))
DEEP_TESTS = $(call CALLS_OF,$(DEEP_NAMES))
# under the sanitizers the figures are left out: they take long, and other tests run these commands
OTHER_NAMES = $(filter-out $(DEEP_NAMES) $(PAGE_NAMES) $(FIRST_NAMES) $(if $(SANITIZED),%/cli_figures.sh),$(TESTS) $(SHELL_TESTS))
QUICK_TESTS = $(call CALLS_OF,$(FIRST_NAMES)) $(call CALLS_OF,$(OTHER_NAMES))

# DEEP=1: with the tests that take long
test-core: $(if $(DEEP),$(TESTS),$(filter-out $(DEEP_NAMES),$(TESTS))) $(PROGRAM)
	@tests/run.sh $(if $(DEEP),$(DEEP_TESTS)) $(call CALLS_OF,$(PAGE_NAMES)) \
	    $(if $(LABS),'$(MAKE) --no-print-directory test-labs') $(QUICK_TESTS)

## make full        make sanitize, if the compiler can, then make test with the tests that take long:
##                  ten minutes on two cores
full:
	@mkdir -p $(B)
	@if echo 'int main(void) { return 0; }' | $(CC) -fsanitize=address,undefined -x c -o $(B)/sanitizers - 2>/dev/null; \
	    then $(MAKE) --no-print-directory sanitize; else echo "no sanitizers: $(CC) lacks them"; fi
	@$(MAKE) --no-print-directory DEEP=1 test

## make thousands   the random tests with thousands of problems each, and the whole step-size study: half an hour
THOUSANDS = $(addprefix $(B)/tests/core/test_,lemke newton solvers truth) \
       $(addprefix $(B)/tests/bodies/test_,cone random_worlds worlds)
thousands: $(THOUSANDS) $(PROGRAM)
	@tests/run.sh $(patsubst %,'% --full',$(THOUSANDS)) 'sh tests/program/cli_study.sh $(PROGRAM) --full' \
	    'sh tests/program/page_live.sh $(PROGRAM) --full' 'sh tests/program/cli_figures.sh $(PROGRAM) --full'

## make bench       times of every solver, and steps per second on hills (QUICK=1: a short look)
bench: $(PROGRAM) $(B)/tests/bench
	@$(PROGRAM) compare scenes/hills.scene; echo
	@$(B)/tests/bench $(if $(QUICK),--quick)

## make bench-bodies  steps per second, drift and penetration of bodies, beside Box2D and ODE if they are installed (STEPS=1000)
bench-bodies: $(PROGRAM)
	@CC='$(CC)' CXX='$(CXX)' CFLAGS='$(CFLAGS)' tests/bodies/bench/bench.sh $(B) $(STEPS)

## make validate    compares the kit with exact arithmetic, exact motions, closed forms, and Siconos,
##                  Box2D and ODE where they are installed; a page in build/validation (QUICK=1: a short look)
validate: steps
	@CC='$(CC)' CXX='$(CXX)' tests/validation/validate.sh $(PROGRAM) $(B)/validation $(if $(QUICK),quick)

## make strict      every source as C99 with gcc and clang, mbsim.h also as C++11, all warnings as errors
strict:
	@tests/strict.sh

## make sanitize    the quick tests under AddressSanitizer and UndefinedBehaviorSanitizer; DEEP=1: all
sanitize:
	@$(MAKE) --no-print-directory B=$(B)/sanitize CFLAGS="-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all" SANITIZED=1 test-core

## make portable    the tests in odd folders, and with other locales, tools, compilers and C libraries,
##                  where these are installed; takes minutes. WAY=loaded RUNS=20 TARGET=test: this target
##                  20 times beside busy processes
portable:
	@RUNS='$(RUNS)' TARGET='$(TARGET)' tests/portable.sh $(WAY)

## make mutate      makes N=400 small changes to the code, one at a time, and lists those that no test
##                  notices; SEED= JOBS= ONLY=FILE DEEP=1
mutate:
	@N='$(N)' SEED='$(SEED)' JOBS='$(JOBS)' ONLY='$(ONLY)' DEEP='$(DEEP)' CC='$(CC)' MAKE='$(MAKE)' \
	    sh tests/mutate.sh $(B)/mutate mbsim.h minisim2d/solving/more.h minisim2d/solving/convex.h $(SOURCES)

# END INSTRUCTOR
## make clean       removes build/
clean:
	rm -rf build

$(PROGRAM): $(B)/minisim2d/main.o $(LIBRARY)
	$(call say,link $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

SHARED = $(if $(KITS),$(filter-out minisim2d/main.c,$(SOURCES)) $(B)/minisim2d/page_text.c,\
    $(sort $(wildcard $(addprefix minisim2d/,$(addsuffix /*.c,python motion solving reading writing bodies)))))
$(B)/minisim2d/mbsim.so $(B)/tests/mbsim.so: $(SHARED) $(wildcard mbsim.h minisim2d/*/*.h) Makefile
	$(call say,link $@)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -fPIC $(STANDARD) $(CFLAGS) -o $@ $(SHARED) $(KIT:%=%/program.o) $(LIBS)

$(LIBRARY): $(OBJECTS) $(KIT:%=%/program.o)
	$(KIT_HERE)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^

$(B)/minisim2d/%.o: minisim2d/%.c Makefile
	$(call say,cc $<)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -c -o $@ $<

# the page that --html writes, as text in the program
$(B)/minisim2d/page_text.c: $(wildcard minisim2d/page/page.[hcj]*) minisim2d/page/view.js minisim2d/page/embed.awk Makefile
	@mkdir -p $(@D)
	$(Q)awk -f minisim2d/page/embed.awk -v folder=minisim2d/page minisim2d/page/page.html >$@.new && mv $@.new $@

$(B)/minisim2d/page_text.o: $(B)/minisim2d/page_text.c
	$(call say,cc $<)
	$(Q)$(COMPILE) -c -o $@ $<

# BEGIN INSTRUCTOR
$(B)/tests/%.o: tests/%.c Makefile
	$(call say,cc $<)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -Itests -c -o $@ $<

$(B)/tests/%: $(B)/tests/%.o $(LIBRARY)
	$(Q)$(CC) $(CFLAGS) -o $@ $< $(LIBRARY) $(LIBS)

# the page that page_live.sh drives; only that test makes it, because it needs a browser and clang
$(B)/tests/live.html: $(SOURCES) $(wildcard mbsim.h minisim2d/*/*.h minisim2d/page/*.* minisim2d/page/wasm/* scenes/*.scene)
	@mkdir -p $(@D)
	@rm -f $@; minisim2d/page/page.sh $@
# END INSTRUCTOR

-include tests/grader/grader.mk
-include $(wildcard $(B)/minisim2d/*.d $(B)/minisim2d/*/*.d $(B)/tests/*.d $(B)/tests/*/*.d)
