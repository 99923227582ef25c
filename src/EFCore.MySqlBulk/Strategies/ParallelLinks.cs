using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Several connections of the operation's own, each with a transaction. They commit one after the other once every outcome on all of them is
/// known good, so only a commit that fails can leave some rows stored and others not.</summary>
internal sealed class ParallelLinks(IReadOnlyList<PipelineLink> links) : IOwnLink
{
    private readonly List<int>[] _rows = [.. links.Select(_ => new List<int>())];

    public IReadOnlyList<PipelineLink> Links => links;

    public int Connections => links.Count;

    public int Statements => links.Sum(link => link.Statements);

    public bool HasEnded => links.All(link => link.HasEnded);

    public TransactionKind Kind => TransactionKind.Own;

    public bool CanUndo => true;

    /// <summary>Notes rows that went over a connection.</summary>
    public void Sent(int link, ReadOnlySpan<BulkRow> rows)
    {
        foreach (BulkRow row in rows)
            _rows[link].Add(row.Index);
    }

    public IReadOnlyList<HeldRows> HoldersOf(ReadOnlyMemory<BulkRow> rows)
    {
        Dictionary<int, int> linkOf = [];
        for (int link = 0; link < links.Count; link++)
        {
            foreach (int row in _rows[link])
                linkOf[row] = link;
        }

        return [.. Enumerable.Range(0, rows.Length)
            .GroupBy(position => linkOf.GetValueOrDefault(rows.Span[position].Index))
            .Select(group => Held(links[group.Key], rows, [.. group]))];
    }

    public async ValueTask CommitAsync(IOBehavior io)
    {
        for (int i = 0; i < links.Count; i++)
        {
            try
            {
                await links[i].CommitAsync(io).ConfigureAwait(false);
            }
            catch (Exception exception) when (i > 0)
            {
                throw new PartlyCommittedException([.. _rows.Take(i).SelectMany(rows => rows).Order()], exception);
            }
        }
    }

    public void Save(string name)
    {
        foreach (PipelineLink link in links)
            link.Save(name);
    }

    public async ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        foreach (PipelineLink link in links)
            await link.ReturnToAsync(name, io).ConfigureAwait(false);
    }

    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        bool could = true;
        foreach (PipelineLink link in links)
            could &= link.IsUsable && await link.TryReturnToStartAsync(io).ConfigureAwait(false);
        return could;
    }

    public async ValueTask<Undone> UndoAsync(TransactionEnd end, IOBehavior io)
    {
        List<Undone> each = [];
        foreach (PipelineLink link in links)
            each.Add(await link.UndoAsync(end, io).ConfigureAwait(false));
        return each.Contains(Undone.TakenBackInPart) ? Undone.TakenBackInPart
            : each.Contains(Undone.Lost) ? Undone.Lost
            : each[0];
    }

    private static HeldRows Held(PipelineLink link, ReadOnlyMemory<BulkRow> rows, int[] positions)
        => new(link, positions.Select(position => rows.Span[position]).ToArray(), positions);

    public async ValueTask DisposeAsync()
    {
        foreach (PipelineLink link in links)
            await link.DisposeAsync().ConfigureAwait(false);
    }
}
