/* What lab 01 asks for: of mbsim.h's functions these are out of reach for its submissions */
#define mb_residual mb_no_residual
#define mb_mlcp_residual mb_no_mlcp_residual
#define mb_slack mb_no_slack
#define mb_min_map mb_no_min_map
#define mb_fischer_burmeister mb_no_fischer_burmeister
#define mb_cck mb_no_cck
#define mb_prox mb_no_prox
#define mb_merit_natural mb_no_merit_natural
#define mb_merit_fb mb_no_merit_fb
#define mb_merit_cck mb_no_merit_cck
