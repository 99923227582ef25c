/* The loop that the library is compared with: one prepared statement of three rows, executed over and over in one
   transaction on the MariaDB or MySQL C library, which waits for the answer to each.

   insert3 HOST PORT USER DATABASE EXECUTIONS, the password in the variable INSERT3_PASSWORD.
   Prints milliseconds from the connect to the end of the commit, milliseconds of processor time, and the library's version. */

#include <mysql.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { ROWS = 3, COLUMNS = 3, TEXT = 32 };

static const char SQL[] = "INSERT INTO t3 (a, b, c) VALUES (?, ?, ?), (?, ?, ?), (?, ?, ?)";

/* The values of one execution; the statement is bound to them once. */
static int a[ROWS];
static char b[ROWS][TEXT];
static unsigned long b_length[ROWS];
static double c[ROWS];

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static double processor_ms(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static void bind(MYSQL_STMT *statement)
{
    MYSQL_BIND parameters[ROWS * COLUMNS];
    memset(parameters, 0, sizeof parameters);
    for (int row = 0; row < ROWS; row++)
    {
        MYSQL_BIND *p = parameters + row * COLUMNS;
        p[0].buffer_type = MYSQL_TYPE_LONG;
        p[0].buffer = &a[row];
        p[1].buffer_type = MYSQL_TYPE_STRING;
        p[1].buffer = b[row];
        p[1].buffer_length = TEXT;
        p[1].length = &b_length[row];
        p[2].buffer_type = MYSQL_TYPE_DOUBLE;
        p[2].buffer = &c[row];
    }
    if (mysql_stmt_bind_param(statement, parameters))
        fail("bind", mysql_stmt_error(statement));
}

static void fill(int execution)
{
    for (int row = 0; row < ROWS; row++)
    {
        a[row] = execution * ROWS + row;
        b_length[row] = snprintf(b[row], TEXT, "row %d", a[row]);
        c[row] = a[row] / 2.0;
    }
}

int main(int count, char **arguments)
{
    if (count != 6)
        fail("usage", "insert3 HOST PORT USER DATABASE EXECUTIONS");
    int executions = atoi(arguments[5]);
    MYSQL *connection = mysql_init(NULL);
    double started = wall_ms(), processor = processor_ms();

    if (!mysql_real_connect(connection, arguments[1], arguments[3], getenv("INSERT3_PASSWORD"), arguments[4], atoi(arguments[2]), NULL, 0))
        fail("connect", mysql_error(connection));
    if (mysql_autocommit(connection, 0))
        fail("autocommit", mysql_error(connection));
    MYSQL_STMT *statement = mysql_stmt_init(connection);
    if (mysql_stmt_prepare(statement, SQL, sizeof SQL - 1))
        fail("prepare", mysql_stmt_error(statement));
    bind(statement);
    for (int execution = 0; execution < executions; execution++)
    {
        fill(execution);
        if (mysql_stmt_execute(statement))
            fail("execute", mysql_stmt_error(statement));
        if (mysql_stmt_affected_rows(statement) != ROWS)
            fail("execute", "not three rows affected");
    }
    if (mysql_commit(connection))
        fail("commit", mysql_error(connection));

    printf("%.3f %.3f %s\n", wall_ms() - started, processor_ms() - processor, mysql_get_client_info());
    mysql_stmt_close(statement);
    mysql_close(connection);
    return 0;
}
