/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests temporary files, which are renamed when they are complete: the next command removes files
 * of a killed command; files in use remain, and links and other files are not changed. */
#include "base/outfile.h"
#include "base/temporary.h"
#include "tests/unit/check.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns the number of entries of a directory, without "." and "..". */
static int entries(const char *path)
{
    int n = -2;
    DIR *dir = opendir(path);
    while (dir && readdir(dir))
        n++;
    if (dir)
        closedir(dir);
    return n;
}

static void write_file(const char *path, const char *text)
{
    struct diag d = {.quiet = true};
    struct outfile o;
    CHECK(outfile_open(&o, path, &d));
    fputs(text, o.f);
    CHECK(outfile_commit(&o, &d));
}

static void check_file(const char *path, const char *text)
{
    char got[100] = "";
    FILE *f = fopen(path, "r");
    CHECK(f && fread(got, 1, sizeof got - 1, f) == strlen(text));
    CHECK_TEXT(text, got);
    if (f)
        fclose(f);
}

/* Runs body in a child that is killed at its end. */
static void killed(void (*body)(void))
{
    pid_t pid = fork();
    int status = 0;
    if (pid == 0) {
        body();
        kill(getpid(), SIGKILL);
    }
    CHECK(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status));
}

static void begin_a_file(void)
{
    static struct outfile o;
    struct diag d = {.quiet = true};
    outfile_open(&o, "files/x", &d);
    fputs("half", o.f);
    fflush(o.f);
}

static void a_killed_one_is_removed(void)
{
    killed(begin_a_file);
    killed(begin_a_file);
    CHECK(entries("files") == 1);
    CHECK(access("files/.x.macs-0", F_OK) == 0);
    write_file("files/x", "whole\n");
    CHECK(entries("files") == 1);
    check_file("files/x", "whole\n");
    write_file("files/y", "other\n"); /* which refers to another name */
    CHECK(entries("files") == 2);
    unlink("files/x"), unlink("files/y");
}

static void one_in_use_stays(void)
{
    struct diag d = {.quiet = true};
    struct outfile a, b, c;
    CHECK(outfile_open(&a, "files/x", &d) && outfile_open(&b, "files/x", &d) &&
          outfile_open(&c, "files/x", &d));
    CHECK(entries("files") == 3);
    fputs("a", a.f), fputs("b", b.f);
    CHECK(outfile_commit(&b, &d));
    check_file("files/x", "b");
    outfile_abandon(&c);
    CHECK(outfile_commit(&a, &d));
    check_file("files/x", "a");
    CHECK(entries("files") == 1);
    unlink("files/x");
}

static void links_are_not_followed(void)
{
    FILE *f = fopen("victim", "w");
    CHECK(f && fclose(f) == 0);
    CHECK(symlink("../victim", "files/.x.macs-0") == 0 && mkdir("files/.x.macs-1", 0700) == 0);
    write_file("files/x", "whole\n");
    check_file("files/x", "whole\n");
    check_file("victim", "");
    CHECK(entries("files") == 3);
    unlink("files/.x.macs-0"), rmdir("files/.x.macs-1"), unlink("files/x"), unlink("victim");
}

static void names_that_are_long(void)
{
    char name[6 + 255 + 1] = "files/";
    memset(name + 6, 'n', 255);
    name[6 + 255] = '\0';
    write_file(name, "whole\n");
    check_file(name, "whole\n");
    CHECK(entries("files") == 1);
    unlink(name);
}

static void begin_a_folder(void)
{
    char *name;
    if (temporary_folder("files/x", &name) < 0 || chdir(name) != 0)
        return;
    FILE *f = fopen("part", "w");
    if (f)
        fclose(f);
}

static void folders_likewise(void)
{
    char *first, *second;
    killed(begin_a_folder);
    CHECK(access("files/.x.macs-0/part", F_OK) == 0);
    int one = temporary_folder("files/x", &first), two = temporary_folder("files/x", &second);
    CHECK(one >= 0 && two >= 0);
    CHECK_TEXT("files/.x.macs-0", first);
    CHECK_TEXT("files/.x.macs-1", second);
    CHECK(entries(first) == 0 && entries("files") == 2);
    temporary_remove_folder(first), temporary_remove_folder(second);
    close(one), close(two), free(first), free(second);
    CHECK(entries("files") == 0);
}

static void where_nothing_can_be_made(void)
{
    struct diag d = {.quiet = true};
    struct outfile o;
    char *name;
    CHECK(!outfile_open(&o, "nowhere/x", &d) && d.errors == 1);
    CHECK(temporary_folder("nowhere/x", &name) < 0 && !name);
}

int main(void)
{
    CHECK(mkdir("files", 0700) == 0);
    TEST(a_killed_one_is_removed);
    TEST(one_in_use_stays);
    TEST(links_are_not_followed);
    TEST(names_that_are_long);
    TEST(folders_likewise);
    TEST(where_nothing_can_be_made);
    rmdir("files");
    return tests_end();
}
