using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>Sends <c>KILL QUERY</c> over a second, short connection.</summary>
/// <param name="second">The second connection.</param>
/// <param name="id">The server's number for the session.</param>
internal sealed class StatementKiller(SecondConnection second, long id)
{
    /// <returns>Whether the kill was sent.</returns>
    // This works around the driver's asynchronous calls.
    public Task<bool> KillAsync()
        => Task.Run(() => second.TryRun(id, execute => execute(string.Create(CultureInfo.InvariantCulture, $"KILL QUERY {id}"))));
}
