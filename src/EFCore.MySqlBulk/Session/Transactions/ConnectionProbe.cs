using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>Tests whether a connection is in step. After its driver failed, the next bytes may belong to an earlier answer, so an <c>OK</c> proves
/// nothing; only a random number does, which no earlier answer can contain.</summary>
internal static class ConnectionProbe
{
    /// <summary>Queries a random number. A connection that does not return it is broken, and its socket is closed.</summary>
    public static async ValueTask<bool> AnswersAsync(ContextSession session)
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
            // Any exception means that the number was not returned.
        }

        session.Break();
        return false;
    }
}
