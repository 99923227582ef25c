using System.Collections.Concurrent;
using System.Data.Common;
using System.Net.Sockets;
using System.Reflection;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>Reads the server's error number from any driver's exception, and classifies the numbers.</summary>
internal static class ServerError
{
    /// <summary>The drivers' error number if a server cannot be reached.</summary>
    public const int NoHost = 1042;

    /// <summary><c>KILL</c> of a session that has ended.</summary>
    public const int NoSuchSession = 1094;

    /// <summary>MariaDB with <c>innodb_snapshot_isolation</c>, which is its default from 11.6.2 on: a row to lock has changed since the transaction's snapshot.</summary>
    public const int RecordChanged = 1020;

    /// <summary>Group Replication refuses to commit: the transaction is above its limit, or the member is no longer in the group.</summary>
    public const int RefusedByHook = 3100;

    /// <summary>Group Replication refuses a statement: with it the transaction is above its limit.</summary>
    public const int WriteSetExceedsLimit = 3231;

    /// <summary>MariaDB, if a transaction has used a table whose storage engine has no savepoints.</summary>
    public const int NoSavepoints = 1178;

    public const int DuplicateEntry = 1062;
    public const int NoSuchIndex = 1176;
    public const int UnknownVariable = 1193;
    public const int LockWaitTimeout = 1205;
    public const int Deadlock = 1213;

    /// <summary>The account lacks a right that does not belong to a table, such as PROCESS.</summary>
    public const int NoRight = 1227;

    public const int NoSuchSavepoint = 1305;
    public const int QueryInterrupted = 1317;

    /// <summary>There is no such branch, or the session that has prepared it still holds it.</summary>
    public const int UnknownXid = 1397;

    /// <summary><c>XA RECOVER</c> without the right to it, among others.</summary>
    public const int XaFailed = 1401;

    // MariaDB, if a prepared branch that wrote nothing outlived its session.
    private const int BranchWasRolledBack = 1402;
    private const int LockedByOthers = 3572;

    // MySQL's error if an update by a join is interrupted while it writes rows.
    private const int Unknown = 1105;

    /// <summary>The statement cannot be prepared, or cannot be run for an array of rows.</summary>
    public const int NotPrepared = 1295;

    // Group Replication: another member has changed the same rows.
    private const int RolledBackDuringCommit = 3101;

    // The message has the storage engine's error.
    private const int ErrorDuringCommit = 1180;
    private const string DeadlockOfTheEngine = "149";

    // Galera has sent the transaction to the others, or tried to, and does not know what became of it: "provider status: Not connected to Primary Component". A conflict is 1213.
    private const string OfTheProvider = "provider status";

    // Galera: the member has no majority, or is not in step with the others.
    private const int NotReady = 1047;

    // Servers without local_infile, by version and kind.
    private const int NotAllowedCommand = 1148;
    private const int LocalFilesDisabledOnMySql = 3948;
    private const int LocalFilesDisabledOnMariaDb = 4166;

    // A server with read_only or super_read_only; the message names the option, of which there are others.
    private const int PreventedByOption = 1290;
    private const string ReadOnlyOption = "read-only";
    private const int ReadOnlyMode = 1836;

    // Errors that a row's values cause, so that it makes sense to search for the row.
    private static readonly HashSet<int> OfTheData =
    [
        1048, // column cannot be null
        1118, 1713, // row too large for a page, or for the undo log
        DuplicateEntry, 1586,
        1172, 1242, 1329, // more rows than one, or none, in a trigger
        1216, 1217, 1451, 1452, // foreign key
        1264, 1690, // out of range
        1265, 1366, 1406, // truncated, incorrect value, too long
        1292, 1411, // incorrect date or time
        1300, 3854, // invalid character string
        1364, // no default value
        1369, // check of a view
        1416, 3055, // spatial value
        1441, // date or time out of range
        1525, // incorrect value (MariaDB)
        1526, // no partition
        1644, // SIGNAL in a trigger
        3140, 3141, 3144, 3156, // JSON
        3643, // SRID of the column
        3751, // truncated for a functional index
        3819, 4025, // check constraint
    ];

    // The server or the network failed, which has ended the transaction.
    private static readonly HashSet<int> OfTheConnection = [1053, 1077, 1078, 1079, 1152, 1154, 1155, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 2055, 4031];

    // Temporary errors: the server cannot be reached or has too many connections, or a conflict with another transaction or cluster node.
    private static readonly HashSet<int> Transient = [NoHost, 1040, 1203, 1226, LockWaitTimeout, 1614];

    // The servers' own numbers are far below. A higher one comes from SIGNAL, which not every driver shows by the SQLSTATE.
    private const int HighestOfServers = 10_000;

    // The classes of SQLSTATE of such errors: data, integrity constraints, and SIGNAL with a number of its own.
    private static readonly HashSet<string> ClassesOfTheData = ["22", "23", "45"];

    private static readonly ConcurrentDictionary<Type, PropertyInfo?> NumberProperties = new();

    /// <summary>The server's error number, or 0 if the exception has none.</summary>
    public static int Number(Exception? exception) => Of(exception) is { } error ? Read(error) : 0;

    /// <summary>An exception as the log has it: its type, and the server's error number if there is one. The message may quote a value.</summary>
    public static string Problem(Exception exception)
        => Number(exception) is var number and not 0 ? $"{exception.GetType().Name}, server error {number}" : exception.GetType().Name;

    /// <summary>The SQLSTATE of the error.</summary>
    public static string? State(Exception? exception) => Of(exception)?.SqlState;

    public static bool IsOfTheData(Exception exception)
    {
        int number = Number(exception);
        return number > HighestOfServers || OfTheData.Contains(number) || (State(exception) is { Length: 5 } state && ClassesOfTheData.Contains(state[..2]));
    }

    /// <summary>Whether the server refuses a row because of its values, and would again.</summary>
    public static bool IsRefusal(Exception exception) => IsOfTheData(exception) && !IsTransient(exception);

    /// <summary>Whether the server refuses LOAD DATA LOCAL, or the client has not offered to send files. Nothing was run.</summary>
    public static bool IsOfLoadData(Exception exception) => Number(exception) is NotAllowedCommand or LocalFilesDisabledOnMySql or LocalFilesDisabledOnMariaDb;

    public static bool IsOfTheConnection(Exception exception) => OfTheConnection.Contains(Number(exception));

    /// <summary>Whether the server has rolled the whole transaction back because of a conflict with another one, of its own or of another member of its cluster.</summary>
    public static bool IsConflict(Exception exception)
        => Number(exception) is Deadlock or RecordChanged or RolledBackDuringCommit || (Number(exception) == ErrorDuringCommit && Says(exception, DeadlockOfTheEngine));

    /// <summary>Whether the server takes no changes, although another one may: it is read-only, or cut off from its cluster. Nothing of the statement was run.</summary>
    public static bool IsOfTheMember(Exception exception)
        => exception is CutOffException or BulkOperationException { InnerException: CutOffException } || Number(exception) is NotReady or ReadOnlyMode || (Number(exception) == PreventedByOption && Says(exception, ReadOnlyOption));

    /// <summary>Whether a branch of an XA transaction has nothing left to commit or to roll back.</summary>
    public static bool IsOfEndedBranch(Exception exception) => Number(exception) is UnknownXid or BranchWasRolledBack;

    /// <summary>Whether a row is locked, after a query with <c>NOWAIT</c>.</summary>
    public static bool IsOfLockedRow(Exception exception) => Number(exception) is LockedByOthers or LockWaitTimeout;

    /// <summary>Whether a retry may succeed: another transaction blocked it, or the server could not be reached, had too many connections, or shut down.</summary>
    public static bool IsTransient(Exception? exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            if (e is DbException { IsTransient: true } or BulkException { IsTransient: true })
                return true;
        }

        return exception is not null && (Transient.Contains(Number(exception)) || IsConflict(exception) || IsOfTheMember(exception) || BreaksTheConnection(exception));
    }

    /// <summary>Whether the server has refused the statement, which it then has rolled back as far as the storage engine supports it.</summary>
    public static bool IsAnswer(Exception exception) => Number(exception) != 0 && !IsOfTheConnection(exception) && !IsCutOffCommit(exception);

    /// <summary>Whether the server has refused the statement, and would again. Another refusal may have ended the transaction.</summary>
    public static bool IsLasting(Exception exception) => IsAnswer(exception) && !IsTransient(exception);

    /// <summary>Whether a member of a Galera cluster was cut off while it committed: the others may have the transaction, even if the member rolls it back.</summary>
    public static bool IsCutOffCommit(Exception exception) => Number(exception) == ErrorDuringCommit && Says(exception, OfTheProvider);

    /// <summary>Whether the connection broke, according to the server's number or the driver's network error.</summary>
    public static bool BreaksTheConnection(Exception exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            if (e is IOException or SocketException or ObjectDisposedException)
                return true;
        }

        return IsOfTheConnection(exception);
    }

    /// <summary>Whether an error may be the result of KILL QUERY: its number says so, or there is none.</summary>
    public static bool MayBeInterruption(Exception exception) => Number(exception) is QueryInterrupted or Unknown or 0;

    /// <summary>Whether the driver has refused a statement, before sending it, because a reader is open on the connection. Drivers report it only in the message.</summary>
    public static bool IsOfAnOpenReader(Exception exception)
        => exception is InvalidOperationException or DbException && Number(exception) == 0
            && (exception.Message.Contains("open DataReader", StringComparison.OrdinalIgnoreCase) || exception.Message.Contains("already in use", StringComparison.OrdinalIgnoreCase));

    private static bool Says(Exception exception, string text) => Of(exception)!.Message.Contains(text, StringComparison.OrdinalIgnoreCase);

    private static DbException? Of(Exception? exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            // Numbers below 0 are the driver's own, such as its timeout.
            if (e is DbException error && Read(error) > 0)
                return error;
        }

        return null;
    }

    private static int Read(Exception exception)
        => NumberProperties.GetOrAdd(exception.GetType(), static type => type.GetProperty("Number", typeof(int)))?.GetValue(exception) as int? ?? 0;
}
