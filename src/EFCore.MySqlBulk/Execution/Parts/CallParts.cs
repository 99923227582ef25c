using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Feeding;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rejecting;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Execution.ServerValues;
using EFCore.MySqlBulk.Execution.Warnings;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Parts;

/// <summary>The parts of one attempt at a call. They share propagated values and the work that follows once everything is stored.</summary>
/// <param name="request">The call.</param>
/// <param name="session">The context's session.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="tracked">The tracked entities.</param>
/// <param name="started">When the call began.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class CallParts(BulkRequest request, ContextSession session, QuotedNames names, TrackedEntries tracked, long started, IOBehavior io, CancellationToken token)
{
    private readonly List<CallPart> _parts = [];
    private GeneratedKeys? _keys;

    /// <summary>Begins the transaction before the first statement of a part; its argument says whether one is needed.</summary>
    public required Func<bool, ValueTask> Begin { get; init; }

    /// <summary>The values that entities hold before the call has ended.</summary>
    public PropagatedValues Propagated { get; } = new(tracked, keeps: !request.Rows.CanRepeat);

    /// <summary>Counts the rows of all parts.</summary>
    public RowTally Tally { get; } = new(request, started);

    /// <summary>The part that is being sent; <see langword="null" /> before the first one.</summary>
    public CallPart? Current { get; set; }

    /// <summary>All parts so far.</summary>
    public IEnumerable<CallPart> All => _parts;

    /// <summary>The part with the given rows.</summary>
    public CallPart Main => _parts.First(part => part.Request.IsOfTypeOf(request));

    /// <summary>The rows sent last, and their outcome.</summary>
    public SentRows? LastSent => _parts.Select(part => part.Sender.Last).LastOrDefault(last => last is not null);

    /// <summary>The rows that are set aside; <see langword="null" /> if a refused row fails the call.</summary>
    public Rejections? Rejections => field ??= Rejections.Of(request, Tally);

    private GeneratedKeys Keys => _keys ??= new(tracked, Propagated, atOnce: !request.Rows.CanRepeat);

    /// <summary>Adds a part.</summary>
    /// <param name="part">Its rows, as a call of their own.</param>
    /// <param name="reader">Reads them.</param>
    /// <param name="groups">Their groups.</param>
    /// <param name="leftOut">Checks the rows of a stream as they come.</param>
    public CallPart Add(BulkRequest part, RowReader reader, RowGroups groups, LeftOutCheck? leftOut)
    {
        StoredEntries stored = new(part, tracked);
        FoundKeys found = new(tracked, groups.TableOf, atOnce: !part.Rows.CanRepeat && Rejections is null);
        GeneratedValues generated = new(part, tracked);
        StatementSender sender = new(part, session, names, groups, Keys, io, token) { Propagated = Propagated, Generated = generated, Tally = Tally, Rejections = Rejections };
        ExistingRows? existing = part.Traits.LooksUp ? new(part, session, names, groups, found, io, token) : null;
        RowLookup lookup = new(groups.Connections, names, io, token);
        StoredScope? scope = part.Scope is not null ? new ScopedRows(part, session, groups, found, existing!, io, token)
            : part.Collections.Count > 0 ? new CollectionRows(part.Collections, Propagated, tracked, groups, lookup)
            : null;
        if (scope is not null)
            existing!.Scope = scope;
        RowSifter? sifter = Rejections is null ? null : new(sender, Rejections, groups, session, names, io, token);
        RowGroupFeed feed = new(part, stored, groups, sender, Begin) { Together = new(sender, session, groups, io, token), Sifter = sifter };
        _parts.Add(new()
        {
            Request = part,
            RowGroups = groups,
            Stored = stored,
            Found = found,
            Generated = generated,
            Sender = sender,
            Sifter = sifter,
            Feed = new(part, reader, stored, groups, sender, feed, token)
            {
                Existing = existing,
                Scope = scope,
                Owned = existing is null ? OwnedReplacement.Of(part, stored, groups, sender, feed, lookup) : null,
                Divided = existing is not null && part.IsDivided ? new(part, stored, groups, sender, feed, lookup) : null,
                LeftOut = leftOut,
            },
        });
        return Current = _parts[^1];
    }

    /// <summary>Propagates the keys of the part's rows to their entities, for the rows of the next ones.</summary>
    public void Propagate(CallPart part)
    {
        Keys.Propagate();
        part.Found.Propagate(Keys);
    }

    /// <summary>Writes values to the entities and updates the change tracker, after everything is stored.</summary>
    public void Accept()
    {
        Propagated.SetAside = Rejections?.Items;
        foreach (CallPart part in _parts)
            part.Found.Write(Rejections?.Items);
        Keys.Write();
        foreach (CallPart part in _parts)
            part.Generated.Write();
        foreach (CallPart part in _parts)
            part.Found.WriteSuperseded();
        NavigationFixup fixup = new(item => tracked.Of(item) is not null);
        foreach (EntityGraph graph in _parts.SelectMany(part => part.Feed.Divided?.Inserted ?? []).Concat(request.Graph is { } whole ? [whole] : []))
            fixup.Run(graph.Nodes);
        foreach (CallPart part in _parts)
            part.Stored.Accept(part.Sender.PassedOver);
        Rejections?.Tell();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (CallPart part in _parts)
        {
            if (part.Sifter is { } sifter)
                await sifter.DisposeAsync().ConfigureAwait(false);
            await part.RowGroups.DisposeAsync(io).ConfigureAwait(false);
        }
    }
}
