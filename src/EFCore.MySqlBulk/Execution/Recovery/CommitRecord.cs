using System.Collections.Concurrent;
using System.Data.Common;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.Execution.Recovery;

/// <summary>A row that a call's own transaction writes last: whether it is there tells what a <c>COMMIT</c> without an answer has done, whatever the call wrote. Its statements are not commands of the context, so that no interceptor
/// can suppress one.</summary>
internal sealed class CommitRecord
{
    // Rows of ended calls, by data source and table. A later call turns one into its own, so there are as many rows as calls at the same time, and nothing has to be deleted.
    private static readonly BoundedCache<(string DataSource, string Table), ConcurrentBag<Ended>> Reusable = new(1_000);

    // Recovery deletes rows that are older. An update that finds no row would lock the gap in which others insert theirs.
    private static readonly TimeSpan Lifetime = TimeSpan.FromHours(1);

    private readonly ContextSession _session;
    private readonly DecisionTable _table;
    private readonly ConcurrentBag<Ended> _ended;
    private readonly string _call;
    private Ended? _replaced;

    private CommitRecord(ContextSession session, DecisionTable table)
    {
        (_session, _table, _call) = (session, table, table.NewCall());
        (string DataSource, string Table) key = (session.DataSource, table.Sql);
        if (Reusable.Find(key) is not { } ended)
            Reusable.Set(key, ended = []);
        _ended = ended;
    }

    /// <summary>Whether the call's transaction has the row.</summary>
    public bool IsWritten { get; private set; }

    /// <summary>Finds the table before anything is sent.</summary>
    /// <param name="request">The request.</param>
    /// <param name="session">The context's session.</param>
    /// <param name="database">Its database.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <returns><see langword="null" /> if the call does not record its commit, or joins a transaction that somebody else commits.</returns>
    /// <exception cref="InvalidOperationException">The table is not suitable.</exception>
    public static async ValueTask<CommitRecord?> OfAsync(BulkRequest request, ContextSession session, string database, IOBehavior io, CancellationToken token)
        => request.Options.RecordsCommitsIn is { } name && TransactionKinds.Of(request.Context.Database) == TransactionKind.Own
            ? new(session, await DecisionTableCheck.FindAsync(session, database, name, "UseMySqlBulk(o => o.RecordCommits())", io, token).ConfigureAwait(false))
            : null;

    /// <summary>Writes the row, if the context's connection commits by itself.</summary>
    public async ValueTask WriteAsync(IBulkTransaction transaction, IOBehavior io, CancellationToken token)
    {
        if (transaction is not SessionTransaction { Kind: TransactionKind.Own })
            return;
        if (_ended.TryTake(out Ended? ended) && ended.Age < Lifetime)
            _replaced = ended;
        if (_replaced is null || await RunAsync(_table.Replacement(_replaced.Call, _call), io, token).ConfigureAwait(false) == 0)
            await RunAsync(_table.Insertion(_call), io, token).ConfigureAwait(false);
        IsWritten = true;
    }

    /// <summary>The call has ended, so a later one may take the row; if that is not known, the row stays for whoever asks.</summary>
    /// <param name="stored">What is stored.</param>
    public void Release(BulkOutcome stored)
    {
        if (stored == BulkOutcome.All && IsWritten)
            _ended.Add(new(_call, Environment.TickCount64));
        else if (stored == BulkOutcome.Nothing && _replaced is not null)
            _ended.Add(_replaced);
        _replaced = null;
    }

    /// <summary>Whether the row can be seen by a session.</summary>
    public async ValueTask<bool?> IsSeenAsync(ContextSession session)
        => (await session.QueryAsync(_table.Look(_call), static _ => 0, session.IO, CancellationToken.None).ConfigureAwait(false)).Count > 0;

    private async ValueTask<int> RunAsync(string statement, IOBehavior io, CancellationToken token)
    {
        DbCommand command = _session.CreateCommand(statement);
        try
        {
            return await _session.ExecuteAsync(command, static (one, mode, cancel) => one.ExecuteNonQueryAsync(mode, cancel), io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private sealed record Ended(string Call, long Since)
    {
        public TimeSpan Age => TimeSpan.FromMilliseconds(Environment.TickCount64 - Since);
    }
}
