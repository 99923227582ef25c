using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Several connections of the operation's own, each with a transaction. They commit one after the other once every outcome on all of them is
/// known to be good, so only a commit that fails can leave some rows stored and others not; or all of them commit together, in two phases.</summary>
/// <param name="connections">The connections.</param>
/// <param name="together">Commits them together; <see langword="null" /> if they commit one after the other.</param>
internal sealed class ParallelConnections(IReadOnlyList<PipelinedConnection> connections, TwoPhaseCommit? together) : IOwnConnection
{
    private readonly List<int>[] _rows = [.. connections.Select(_ => new List<int>())];

    public IReadOnlyList<PipelinedConnection> Each => connections;

    public int Count => connections.Count;

    public int Statements => connections.Sum(connection => connection.Statements);

    public bool HasEnded => connections.All(connection => connection.HasEnded);

    public TransactionKind Kind => TransactionKind.Own;

    public bool CanRollBack => true;

    /// <summary>Records that rows were sent over a connection.</summary>
    public void Sent(int connection, ReadOnlySpan<BulkRow> rows)
    {
        foreach (BulkRow row in rows)
            _rows[connection].Add(row.Index);
    }

    public IReadOnlyList<RowsByConnection> HoldersOf(ReadOnlyMemory<BulkRow> rows)
    {
        Dictionary<int, int> connectionOf = [];
        for (int connection = 0; connection < connections.Count; connection++)
        {
            foreach (int row in _rows[connection])
                connectionOf[row] = connection;
        }

        return [.. Enumerable.Range(0, rows.Length)
            .GroupBy(position => connectionOf.GetValueOrDefault(rows.Span[position].Index))
            .Select(group => Held(connections[group.Key], rows, [.. group]))];
    }

    public async ValueTask CommitAsync(IOBehavior io)
    {
        if (together is not null)
        {
            await together.CommitAsync(connections, io).ConfigureAwait(false);
            return;
        }

        for (int i = 0; i < connections.Count; i++)
        {
            try
            {
                await connections[i].CommitAsync(io).ConfigureAwait(false);
            }
            catch (Exception exception) when (i > 0)
            {
                throw new PartlyCommittedException([.. _rows.Take(i).SelectMany(rows => rows).Order()], exception);
            }
        }
    }

    public string StatementToSave(string name) => $"SAVEPOINT {name}";

    public void Save(string name)
    {
        foreach (PipelinedConnection connection in connections)
            connection.Save(name);
    }

    public async ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        foreach (PipelinedConnection connection in connections)
            await connection.ReturnToAsync(name, io).ConfigureAwait(false);
    }

    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        bool could = true;
        foreach (PipelinedConnection connection in connections)
            could &= connection.IsUsable && await connection.TryReturnToStartAsync(io).ConfigureAwait(false);
        return could;
    }

    public async ValueTask<RollbackResult> RollBackAsync(TransactionEnd end, IOBehavior io)
    {
        List<RollbackResult> each = [];
        foreach (PipelinedConnection connection in connections)
            each.Add(await connection.RollBackAsync(end, io).ConfigureAwait(false));
        return each.Contains(RollbackResult.RolledBackInPart) ? RollbackResult.RolledBackInPart
            : each.Contains(RollbackResult.Lost) ? RollbackResult.Lost
            : each[0];
    }

    private static RowsByConnection Held(PipelinedConnection connection, ReadOnlyMemory<BulkRow> rows, int[] positions)
        => new(connection, positions.Select(position => rows.Span[position]).ToArray(), positions);

    public async ValueTask DisposeAsync()
    {
        foreach (PipelinedConnection connection in connections)
            await connection.DisposeAsync().ConfigureAwait(false);
    }
}
