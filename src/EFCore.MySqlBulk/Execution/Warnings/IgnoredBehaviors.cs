using System.Diagnostics;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution.Warnings;

/// <summary>Finds the ignored behaviors of a call and reports each once per context, or once per call if it concerns the call's rows.</summary>
internal static class IgnoredBehaviors
{
    private static readonly ConditionalWeakTable<DbContext, HashSet<(int Event, string Subject)>> Told = [];

    /// <summary>Logs the ignored behaviors that have not been reported before.</summary>
    /// <param name="request">The call.</param>
    /// <param name="rows">Its first rows.</param>
    /// <param name="areAll">Whether these are all rows of the call.</param>
    /// <param name="tracked">The context's entities.</param>
    /// <param name="logger">The log.</param>
    public static void Tell(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, ILogger logger)
    {
        HashSet<(int, string)>? told = Told.TryGetValue(request.Context, out HashSet<(int, string)>? known) ? known : null;
        foreach (IgnoredBehavior ignored in Find(request, rows, areAll, tracked, told))
        {
            bool isOfTheRows = ignored.Event == EventIds.RelatedEntitiesLeftOut;
            // LeftOutCheck refuses such rows instead.
            if (isOfTheRows && request.Options.LeftOutEntities == BulkReaction.Refuse)
                continue;
            Log(logger, ignored);
            // A warning that the context has turned into an error throws every time.
            if (isOfTheRows)
                request.ToldNavigations.Add(ignored.Subject);
            else
                Told.GetOrCreateValue(request.Context).Add((ignored.Event, ignored.Subject));
        }
    }

    /// <summary>Logs once per context that hooks do not run for the rows of a query, which no entity is read of.</summary>
    /// <param name="context">The context.</param>
    /// <param name="hooks">The hooks.</param>
    /// <param name="entityType">The type of the rows.</param>
    /// <param name="sentence">What is said of a type.</param>
    /// <param name="logger">The log.</param>
    public static void TellOfHooks(DbContext context, IReadOnlyList<BulkHook> hooks, IEntityType entityType, Func<IEntityType, string> sentence, ILogger logger)
    {
        HashSet<(int, string)> told = Told.GetOrCreateValue(context);
        foreach (IgnoredBehavior ignored in NotRun(hooks, entityType.GetDerivedTypesInclusive(), sentence).Where(ignored => !told.Contains((ignored.Event, ignored.Sentence))))
        {
            Log(logger, ignored);
            told.Add((ignored.Event, ignored.Sentence));
        }
    }

    /// <summary>All ignored behaviors of the call, reported before or not.</summary>
    public static IReadOnlyList<IgnoredBehavior> Of(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked)
        => Find(request, rows, areAll, tracked, told: null);

    private static List<IgnoredBehavior> Find(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, HashSet<(int Event, string Subject)>? told)
    {
        List<IgnoredBehavior> found = [];
        // BulkExecute runs the caller's own SQL, and BulkSaveChanges ignores nothing.
        if (!request.Traits.TakesEntities)
            return found;
        string context = request.Context.GetType().Name;
        bool areKeys = request.BareKeyType is not null;
        bool hasHooks = !areKeys && request.Hooks?.CoverAll(request.EntityType) == true;
        if (!hasHooks && !IsTold(EventIds.SaveChangesBypassed, context) && BypassedSaveChanges.Of(request.Context) is { } sentence)
            found.Add(new(EventIds.SaveChangesBypassed, context, sentence));
        if (areKeys && !IsTold(EventIds.HooksNotRun, request.EntityType.Name) && request.Hooks?.CoverAny(request.EntityType) == true)
        {
            found.Add(new(
                EventIds.HooksNotRun, request.EntityType.Name,
                $"'{request.EntityType.DisplayName()}' has BeforeDelete hooks, which BulkDeleteByKey does not run, because bare keys are not entities. Give entities to BulkDelete."));
        }

        if (request.Traits.InsertsEntities && request.Options is { LeftOutEntities: not BulkReaction.Ignore, IncludeGraph: false })
        {
            found.AddRange(new LeftOutEntities(request, tracked, name => IsTold(EventIds.RelatedEntitiesLeftOut, name)).Find(rows, areAll)
                .Select(left => new IgnoredBehavior(EventIds.RelatedEntitiesLeftOut, left.Navigation, left.Sentence)));
        }

        if (request.Scope is not null)
            found.AddRange(HooksOfOrphans(request).Where(ignored => !IsTold(ignored.Event, ignored.Subject)));
        if (request.Traits.MatchesRows)
            found.AddRange(HiddenRows(request).Where(ignored => !IsTold(ignored.Event, ignored.Subject)));
        return found;

        bool IsTold(int number, string subject)
            => number == EventIds.RelatedEntitiesLeftOut ? request.ToldNavigations.Contains(subject) : told?.Contains((number, subject)) == true;
    }

    // Query filters do not apply to rows that a call finds by key, but to those of a scope, which is a query.
    private static IEnumerable<IgnoredBehavior> HiddenRows(BulkRequest request)
        => request.StoredTypes.Select(type => type.GetRootType()).Distinct()
            .Where(root => (request.Scope is null || root != request.EntityType.GetRootType()) && EFCoreVersion.HasQueryFilter(root))
            .Select(root => new IgnoredBehavior(
                EventIds.QueryFilterNotApplied, root.Name,
                $"'{root.DisplayName()}' has a query filter, which {request.Traits.Name} does not apply: it finds rows by their keys, including those that the filter hides."));

    // Orphans<T>.Update is explicit about what it sets, as ExecuteUpdate is. A delete may be what a hook turns into something else, such as a soft delete.
    private static IEnumerable<IgnoredBehavior> HooksOfOrphans(BulkRequest request)
    {
        if (request.Options.Orphans != OrphanRule.Delete)
            return [];
        // Orphans of a collection may be of a type without an entity in the graph.
        IEnumerable<IEntityType> types = request.GoesByType ? EntityShape.Reached(request.EntityType, GraphReach.All).Where(type => !type.IsOwned()).Prepend(request.EntityType).Distinct() : [request.EntityType];
        return NotRun(
            ContextDefaults.Of(request.Context).BeforeDelete, types, type => $"'{type.DisplayName()}' has BeforeDelete hooks, which BulkSynchronize does not run for orphans, because it does not read their entities. Set Orphans = Orphans<T>.Keep and delete them with a call of your own, or set their new values with Orphans<T>.Update.");
    }

    private static IEnumerable<IgnoredBehavior> NotRun(IReadOnlyList<BulkHook> hooks, IEnumerable<IEntityType> types, Func<IEntityType, string> sentence)
        => types.Where(type => hooks.Any(hook => hook.Type.IsAssignableFrom(type.ClrType))).Select(type => new IgnoredBehavior(EventIds.HooksNotRun, type.Name, sentence(type)));

    private static void Log(ILogger logger, IgnoredBehavior ignored)
    {
        switch (ignored.Event)
        {
            case EventIds.SaveChangesBypassed:
                Diagnostics.Log.SaveChangesBypassed(logger, ignored.Sentence);
                break;
            case EventIds.RelatedEntitiesLeftOut:
                Diagnostics.Log.RelatedEntitiesLeftOut(logger, ignored.Sentence);
                break;
            case EventIds.HooksNotRun:
                Diagnostics.Log.HooksNotRun(logger, ignored.Sentence);
                break;
            case EventIds.QueryFilterNotApplied:
                Diagnostics.Log.QueryFilterNotApplied(logger, ignored.Sentence);
                break;
            default:
                throw new UnreachableException($"{ignored.Event} is no event of an ignored behavior.");
        }
    }
}
