/* words.h: what the readers of files and of the command line ask about a word: is it a number, which known word is it near to
 *
 * A word is `length` characters at `word`, not terminated.
 */
#ifndef WORDS_H
#define WORDS_H

/* words_decimal: [+-] digits [. digits] [e [+-] digits], at least one digit in front: what strtod takes less nan, inf, hexadecimal */
int words_decimal(const char *word, int length);

/* words_zero: whether a decimal word is 0; one that only rounds to 0, as 1e-999, is not */
int words_zero(const char *word, int length);

/* words_not_finite: nan, inf or infinity, in any case and with any sign: what printf writes for numbers that are not finite */
int words_not_finite(const char *word, int length);

/* words_distance: insertions, deletions and substitutions that turn a word into known
 *
 *   any_case  1: capitals and small letters are the same
 *
 * Words of more than 31 characters are 99 from everything.
 */
int words_distance(const char *word, int length, const char *known, int any_case);

/* words_closest: the index of the first of known[count] that is nearest to the word, or -1 if none is nearer than limit */
int words_closest(const char *word, int length, const char *const *known, int count, int limit, int any_case);

#endif
