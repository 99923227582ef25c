using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>Tests whether a connection answers the question it is asked. After its driver failed, the next bytes may be left over from an earlier answer: an <c>OK</c> proves nothing
/// then, only something that cannot have been sent before does.</summary>
internal static class ConnectionProbe
{
    /// <summary>Queries a number. A connection that does not return it is broken, and its socket is closed.</summary>
    public static async ValueTask<bool> IsHeardAsync(ContextSession session)
    {
        if (!session.IsOpen)
            return false;
        long number = Random.Shared.NextInt64();
        try
        {
            List<long> heard = await session.QueryAsync(FormattableString.Invariant($"SELECT {number}"), ResultReader.Integer, session.IO, CancellationToken.None).ConfigureAwait(false);
            if (heard is [var one] && one == number)
                return true;
        }
        catch (Exception)
        {
            // Whatever the driver throws, it is not the number.
        }

        session.Break();
        return false;
    }
}
