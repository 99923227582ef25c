using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>Ends a session with <c>KILL</c>, and confirms that it has ended and that its transaction is rolled back, so that its locks are released.</summary>
/// <param name="id">The server's connection id.</param>
/// <param name="ask">Executes a statement over another connection, blocking, and returns the first value of its result.</param>
internal sealed class SessionKiller(long id, Func<string, object?> ask)
{
    /// <summary>The maximum time of a kill.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(4);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    // A transaction of the asking session's own: InnoDB's list of transactions is old if it lacks it.
    private const string Begin = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    // InnoDB reads its list anew only if nobody has read it for 100 ms. Others may wait for the same, so that the pauses are of up to twice this time.
    private static readonly TimeSpan PauseOfTheList = TimeSpan.FromMilliseconds(105);

    // Read by the thread that waits no longer.
    private volatile bool _hasEnded;

    /// <summary>Whether the server no longer knows the session, so that it runs no more of its statements.</summary>
    public bool HasEnded => _hasEnded;

    /// <summary>Sends <c>KILL</c> until the server no longer knows the session, and waits until its transaction is rolled back. It does not read the process list: MySQL fails to produce it if any session's
    /// statement contains bytes that are not valid text.</summary>
    /// <param name="until">The <see cref="Environment.TickCount64" /> until which to try.</param>
    /// <returns>What could not be confirmed; <see langword="null" /> if everything was.</returns>
    public string? End(long until)
    {
        string kill = string.Create(CultureInfo.InvariantCulture, $"KILL {id}");
        while (!_hasEnded)
        {
            try
            {
                ask(kill);
                if (Environment.TickCount64 >= until)
                    return string.Create(CultureInfo.InvariantCulture, $"session {id} has not ended");
                Thread.Sleep(Pause);
            }
            catch (DbException exception) when (ServerError.Number(exception) == ServerError.NoSuchSession)
            {
                _hasEnded = true;
            }
        }

        // MariaDB forgets a session after its rollback, MySQL before it.
        ask(Begin);
        while (!IsRolledBack())
        {
            TimeSpan pause = PauseOfTheList * (1 + Random.Shared.NextDouble());
            if (Environment.TickCount64 + pause.TotalMilliseconds >= until)
                return string.Create(CultureInfo.InvariantCulture, $"session {id} has ended, and its transaction may still be being rolled back");
            Thread.Sleep(pause);
        }

        return null;
    }

    private bool IsRolledBack()
    {
        try
        {
            return Convert.ToInt64(ask(string.Create(CultureInfo.InvariantCulture, $"SELECT COUNT(IF(trx_mysql_thread_id=CONNECTION_ID(),1,NULL))=1 AND COUNT(IF(trx_mysql_thread_id={id},1,NULL))=0 FROM information_schema.INNODB_TRX")), CultureInfo.InvariantCulture) != 0;
        }
        catch (DbException exception) when (ServerError.Number(exception) == ServerError.NoRight)
        {
            // Nobody knows, without PROCESS.
            return true;
        }
        catch (DbException exception) when (ServerError.IsAnswer(exception))
        {
            // MySQL fails to produce this list too.
            return false;
        }
    }
}
