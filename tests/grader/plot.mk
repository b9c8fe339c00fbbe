# make plot LAB=: the student's own code in a picture; included by the Makefile at the top
#
# tests/labs/NN_name/plot.c is linked with labs/NN_name/name.c and the program's library. Lab 3's takes the place of solvers_mine.c,
# and the program itself is linked with it: build/lab/minisim2d knows the student's solver as `mine`.
# PLOT_FILE= draws another file, a solution for instance; PLOT_DIR= and LAB_DIR= are where picture and program go.

PLOT_LABS = $(patsubst tests/labs/%/plot.c,%,$(wildcard tests/labs/*/plot.c))
PLOT_LAB = $(strip $(foreach l,$(PLOT_LABS),$(if $(filter $(LAB),$l $(word 2,$(subst _, ,$l)) \
	$(firstword $(subst _, ,$l)) $(patsubst 0%,%,$(firstword $(subst _, ,$l)))),$l)))
PLOT_NAME = $(word 2,$(subst _, ,$(PLOT_LAB)))
PLOT_FILE = labs/$(PLOT_LAB)/$(PLOT_NAME).c
PLOT_DIR = $(B)/plot
LAB_DIR = $(B)/lab
PLOT_SVG = $(PLOT_DIR)/$(PLOT_LAB).svg
PLOT_PROGRAM = $(if $(filter 03_lemke,$(PLOT_LAB)),$(LAB_DIR)/minisim2d,$(LAB_DIR)/$(PLOT_LAB))
PLOT_MAIN = $(if $(filter 03_lemke,$(PLOT_LAB)),$(B)/minisim2d/main.o)
PLOT_SCENE = scenes/hills.scene

.PHONY: plot plot-program

## make plot LAB=   your own code in a picture: cones (lcp), convergence (pgs, newton), hills.scene with your solver (lemke)
plot: plot-program
	@mkdir -p $(PLOT_DIR)
ifneq ($(filter 03_lemke,$(PLOT_LAB)),)
	$(PLOT_PROGRAM) run $(PLOT_SCENE) --formulation peg --form lcp --solver mine --svg $(PLOT_SVG)
else
	@$(PLOT_PROGRAM) $(PLOT_SVG) $(A) $(b)
endif
	@echo "the picture is $(PLOT_SVG)"

# always linked anew: it is one file, and the student has just changed it
plot-program: $(LIBRARY) $(B)/minisim2d/main.o
	@if [ -z "$(PLOT_LAB)" ]; then echo "plot: which lab? make plot LAB=lemke" >&2; exit 2; fi
	@mkdir -p $(LAB_DIR)
	@$(CC) $(STANDARD) $(CFLAGS) -Wall -Wextra -Ilabs/$(PLOT_LAB) -I. -o $(PLOT_PROGRAM) tests/labs/$(PLOT_LAB)/plot.c $(PLOT_FILE) \
	    $(PLOT_MAIN) $(LIBRARY) $(LIBS)
