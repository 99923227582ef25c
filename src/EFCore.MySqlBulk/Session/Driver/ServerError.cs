using System.Collections.Concurrent;
using System.Data.Common;
using System.Net.Sockets;
using System.Reflection;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>Reads the server's error number from any driver's exception, and classifies the numbers.</summary>
internal static class ServerError
{
    /// <summary>What drivers report if a server cannot be reached.</summary>
    public const int NoHost = 1042;

    /// <summary><c>KILL</c> of a session that has ended.</summary>
    public const int NoSuchSession = 1094;

    /// <summary>MariaDB with <c>innodb_snapshot_isolation</c>, which is its default from 11.6.2 on: a row to lock has changed since the transaction's snapshot.</summary>
    public const int RecordChanged = 1020;

    public const int DuplicateEntry = 1062;
    public const int NoSuchIndex = 1176;
    public const int UnknownVariable = 1193;
    public const int LockWaitTimeout = 1205;
    public const int Deadlock = 1213;
    public const int NoSuchSavepoint = 1305;
    public const int QueryInterrupted = 1317;

    // MySQL's answer if it is interrupted while it writes the rows of an update by a join.
    private const int Unknown = 1105;

    /// <summary>The statement cannot be prepared, or cannot be run for an array of rows.</summary>
    public const int NotPrepared = 1295;

    // Errors that a row's values cause, so that it makes sense to search for the row.
    private static readonly HashSet<int> OfTheData =
    [
        1048, // column cannot be null
        DuplicateEntry, 1586,
        1216, 1217, 1451, 1452, // foreign key
        1264, 1690, // out of range
        1265, 1366, 1406, // truncated, incorrect value, too long
        1292, 1411, // incorrect date or time
        1300, 3854, // invalid character string
        1364, // no default value
        1416, 3055, // spatial value
        1441, // date or time out of range
        1525, // incorrect value (MariaDB)
        1644, // SIGNAL in a trigger
        3140, 3141, 3144, 3156, // JSON
        3819, 4025, // check constraint
    ];

    // The server or the network is gone, and the transaction with it.
    private static readonly HashSet<int> OfTheConnection = [1053, 1077, 1078, 1079, 1152, 1154, 1155, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 2055, 4031];

    // A server that cannot be reached or has no room, and what another transaction or node of the cluster did.
    private static readonly HashSet<int> Transient = [NoHost, 1040, 1203, 1226, LockWaitTimeout, Deadlock, RecordChanged, 1614, 3101];

    // The servers' own numbers are far below. A higher one comes from SIGNAL, which not every driver tells by the SQLSTATE.
    private const int HighestOfServers = 10_000;

    // The classes of SQLSTATE of such errors: data, integrity constraints, and SIGNAL with a number of its own.
    private static readonly HashSet<string> ClassesOfTheData = ["22", "23", "45"];

    private static readonly ConcurrentDictionary<Type, PropertyInfo?> NumberProperties = new();

    /// <summary>The server's error number, or 0 if the exception has none.</summary>
    public static int Number(Exception? exception) => Of(exception) is { } error ? Read(error) : 0;

    /// <summary>The SQLSTATE that came with the number.</summary>
    public static string? State(Exception? exception) => Of(exception)?.SqlState;

    public static bool IsOfTheData(Exception exception)
    {
        int number = Number(exception);
        return number > HighestOfServers || OfTheData.Contains(number) || (State(exception) is { Length: 5 } state && ClassesOfTheData.Contains(state[..2]));
    }

    public static bool IsOfTheConnection(Exception exception) => OfTheConnection.Contains(Number(exception));

    /// <summary>The transaction met another one, and InnoDB has rolled all of it back.</summary>
    public static bool IsConflict(Exception exception) => Number(exception) is Deadlock or RecordChanged;

    /// <summary>The same may succeed later: another transaction was in the way, or the server could not be reached, had no room, or went away.</summary>
    public static bool IsTransient(Exception? exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            if (e is DbException { IsTransient: true } or BulkException { IsTransient: true })
                return true;
        }

        return exception is not null && (Transient.Contains(Number(exception)) || BreaksTheConnection(exception));
    }

    /// <summary>The server has answered that it refuses: it has undone the statement as far as the storage engine can.</summary>
    public static bool IsAnswer(Exception exception) => Number(exception) != 0 && !IsOfTheConnection(exception);

    /// <summary>The connection is gone, according to the server's number or to what the driver says about the network.</summary>
    public static bool BreaksTheConnection(Exception exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            if (e is IOException or SocketException or ObjectDisposedException)
                return true;
        }

        return IsOfTheConnection(exception);
    }

    /// <summary>A statement that was to be ended may have ended with it: the server says so, or says nothing.</summary>
    public static bool MayBeInterruption(Exception exception) => Number(exception) is QueryInterrupted or Unknown or 0;

    /// <summary>The driver refuses a statement because a reader is open on the connection: nothing was sent. Drivers report it only in the text of the message.</summary>
    public static bool IsOfAnOpenReader(Exception exception)
        => exception is InvalidOperationException or DbException && Number(exception) == 0
            && (exception.Message.Contains("open DataReader", StringComparison.OrdinalIgnoreCase) || exception.Message.Contains("already in use", StringComparison.OrdinalIgnoreCase));

    private static DbException? Of(Exception? exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            // Numbers below 0 are a driver's own, such as the one of its timeout.
            if (e is DbException error && Read(error) > 0)
                return error;
        }

        return null;
    }

    private static int Read(Exception exception)
        => NumberProperties.GetOrAdd(exception.GetType(), static type => type.GetProperty("Number", typeof(int)))?.GetValue(exception) as int? ?? 0;
}
