/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growable array of any element type:
 *     ARRAY(struct loop) loops = {0};
 *     *array_push(&loops) = (struct loop){...};
 *     for (size_t i = 0; i < loops.n; i++) use(&loops.at[i]);
 *     array_free(&loops);
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define ARRAY(type)                                                                                \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t n, room;                                                                            \
    }

/* Appends an uninitialized element and returns its address. */
#define array_push(a)                                                                              \
    ((void)((a)->n < (a)->room ||                                                                  \
            ((a)->at = array_grow((a)->at, sizeof *(a)->at, (a)->n, &(a)->room), true)),           \
     &(a)->at[(a)->n++])
/* Reserves room for that many more elements. */
#define array_reserve(a, more)                                                                     \
    ((a)->at = array_widen((a)->at, sizeof *(a)->at, (a)->n + (more), &(a)->room))
#define array_free(a) (array_release((a)->at), (a)->at = NULL, (a)->n = (a)->room = 0)

/* Sorts the elements with a comparison function of qsort. The array may be empty. */
#define array_sort(a, compare)                                                                     \
    ((a)->n ? qsort((a)->at, (a)->n, sizeof *(a)->at, (compare)) : (void)0)

/* The same; of equal elements only the first one is kept. */
#define array_sort_unique(a, compare)                                                              \
    (array_sort((a), (compare)),                                                                   \
     (void)((a)->n = array_unique((a)->at, sizeof *(a)->at, (a)->n, (compare))))

/* Releases the elements of several arrays that are not used again: array_release_all(a.at, b.at).
 */
#define array_release_all(...)                                                                     \
    array_release_list((void *[]){__VA_ARGS__}, sizeof(void *[]){__VA_ARGS__} / sizeof(void *))

/* Returns the array with room for one more than n elements of the given size. */
void *array_grow(void *at, size_t size, size_t n, size_t *room);
/* Returns the array with room for n elements of the given size. */
void *array_widen(void *at, size_t size, size_t n, size_t *room);
/* Removes each of the n elements that is equal to the one before it. Returns their number. */
size_t array_unique(void *at, size_t size, size_t n, int compare(const void *, const void *));
void array_release(void *at);
void array_release_list(void *const *at, size_t n);

#endif
