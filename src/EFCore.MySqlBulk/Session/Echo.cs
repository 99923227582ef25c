namespace EFCore.MySqlBulk.Session;

/// <summary>Whether a connection answers what it is asked. After its driver failed, what is read next may be left of an answer before: an <c>OK</c> proves nothing
/// then, and only what nobody can have said before does.</summary>
internal static class Echo
{
    /// <summary>Asks for a number. A connection that does not return it is broken, and its socket is closed.</summary>
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
            // Whatever a driver stumbles over is not the number.
        }

        session.Break();
        return false;
    }
}
