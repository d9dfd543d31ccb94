/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/command.h"
#include "base/file.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

int command_run(char *const *words, FILE *const streams[3])
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions), status;
    pid_t child = 0;
    if (error)
        return error;
    for (int i = 0; i < 3 && !error; i++)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(streams[i]), i);
    if (!error)
        error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!error && waitpid(child, &status, 0) < 0)
        error = errno == EINTR ? 0 : errno;
    return error;
}

const char *command_line_of(struct arena *a, char *const *words)
{
    char line[4096];
    FILE *streams[3];
    const char *found = NULL;
    for (int i = 0; i < 3; i++)
        streams[i] = tmpfile();
    bool ready = streams[0] && streams[1] && streams[2];
    if (ready && command_run(words, streams) == 0) {
        rewind(streams[1]);
        if (fgets(line, sizeof line, streams[1])) {
            line[strcspn(line, "\n")] = '\0';
            found = *line ? arena_strdup(a, line) : NULL;
        }
    }
    for (int i = 0; i < 3; i++)
        file_drop(streams[i]);
    return found;
}
