using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds what a call leaves out although its caller may expect it, and reports it: once per context, or, if it is about the rows of a call, once per call.</summary>
internal static class Omissions
{
    private static readonly ConditionalWeakTable<DbContext, HashSet<(int Event, string Subject)>> Told = [];

    /// <summary>Logs what has not been told before.</summary>
    /// <param name="request">The call.</param>
    /// <param name="rows">Its first rows.</param>
    /// <param name="areAll">They are all rows of the call.</param>
    /// <param name="tracked">The context's entities.</param>
    /// <param name="logger">The log.</param>
    public static void Tell(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, ILogger logger)
    {
        HashSet<(int, string)>? told = Told.TryGetValue(request.Context, out HashSet<(int, string)>? known) ? known : null;
        foreach (Omission omission in Find(request, rows, areAll, tracked, told))
        {
            bool isOfTheRows = omission.Event == EventIds.RelatedEntitiesLeftOut;
            // The check of each row refuses it.
            if (isOfTheRows && request.Options.LeftOutEntities == BulkReaction.Refuse)
                continue;
            Log(logger, omission);
            // If the context has turned it into an error, it is an error the next time too.
            if (isOfTheRows)
                request.ToldNavigations.Add(omission.Subject);
            else
                Told.GetOrCreateValue(request.Context).Add((omission.Event, omission.Subject));
        }
    }

    /// <summary>Everything that the call leaves out, reported before or not.</summary>
    public static IReadOnlyList<Omission> Of(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked)
        => Find(request, rows, areAll, tracked, told: null);

    private static List<Omission> Find(BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, HashSet<(int Event, string Subject)>? told)
    {
        List<Omission> found = [];
        // The SQL of BulkExecute promises none of this, and SaveChanges leaves nothing out.
        if (!request.Operation.TakesEntities)
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

        found.AddRange(request.Operation.LeavesOut(request, rows, areAll, tracked, IsTold));
        return found;

        bool IsTold(int number, string subject)
            => number == EventIds.RelatedEntitiesLeftOut ? request.ToldNavigations.Contains(subject) : told?.Contains((number, subject)) == true;
    }

    private static void Log(ILogger logger, Omission omission)
    {
        switch (omission.Event)
        {
            case EventIds.SaveChangesBypassed:
                Diagnostics.Log.SaveChangesBypassed(logger, omission.Sentence);
                break;
            case EventIds.RelatedEntitiesLeftOut:
                Diagnostics.Log.RelatedEntitiesLeftOut(logger, omission.Sentence);
                break;
            case EventIds.HooksNotRun:
                Diagnostics.Log.HooksNotRun(logger, omission.Sentence);
                break;
            case EventIds.QueryFilterNotApplied:
                Diagnostics.Log.QueryFilterNotApplied(logger, omission.Sentence);
                break;
            default:
                throw new UnreachableException($"{omission.Event} is no event of what is left out.");
        }
    }
}
