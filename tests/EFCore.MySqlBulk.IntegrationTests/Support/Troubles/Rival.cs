using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Another session's transaction on the tickets. It has changed so many rows that the server chooses the other transaction as the victim of a deadlock.</summary>
public sealed class Rival : IAsyncDisposable
{
    private readonly ModelContext _context;
    private readonly Operation _operation;

    private Rival(ModelContext context, Operation operation)
    {
        _context = context;
        _operation = operation;
    }

    /// <summary>Begins, and takes the locks that an operation needs for one ticket.</summary>
    public static async Task<Rival> BeginAsync(TestDatabase database, Operation operation, int token)
    {
        Rival rival = new(database.Context(), operation);
        await rival._context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await TestDatabase.ExecuteAsync(rival._context, "INSERT INTO ballast WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 900) SELECT n FROM r");
        await TestDatabase.ExecuteAsync(rival._context, "INSERT INTO ballast SELECT a.n FROM ballast a, (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) b");
        await rival.TouchAsync(token);
        return rival;
    }

    /// <summary>Takes the locks that an operation needs for one more ticket; waits if somebody else holds them.</summary>
    public async Task TouchAsync(int token)
    {
        try
        {
            await TestDatabase.ExecuteAsync(
                _context,
                _operation == Operation.Insert
                    ? $"INSERT INTO tickets (Id, Token, Name, Score) VALUES ({100_000 + token}, {token}, 'rival', 0)"
                    : $"UPDATE tickets SET Name = 'rival' WHERE Token = {token}");
        }
        catch (DbException exception) when (Trouble.Number(exception) == 1213)
        {
            Assert.Fail($"The server chose the rival as the victim. {await AccountAsync()}");
        }
    }

    public Task RollbackAsync() => _context.Database.RollbackTransactionAsync(TestContext.Current.CancellationToken);

    public ValueTask DisposeAsync() => _context.DisposeAsync();

    // The server's own account of its last deadlock.
    private async Task<string> AccountAsync()
    {
        string status = (string)(await TestDatabase.QueryAsync(_context, "SHOW ENGINE INNODB STATUS"))[0][2]!;
        int start = Math.Max(0, status.IndexOf("LATEST DETECTED DEADLOCK", StringComparison.Ordinal));
        int end = status.IndexOf("\nTRANSACTIONS\n", start, StringComparison.Ordinal);
        return status[start..(end < 0 ? status.Length : end)];
    }
}
