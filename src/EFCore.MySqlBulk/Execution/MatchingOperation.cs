using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>An operation on existing rows, which are found by their keys.</summary>
internal abstract class MatchingOperation : Operation
{
    public override bool GoesByKey => true;

    public override async ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => await sender.FindMissedAsync(plan, rows, affected).ConfigureAwait(false);

    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold)
        => HiddenRows(request, Name, isTold);

    /// <summary>A query filter is not applied to the rows that a call finds.</summary>
    public static IEnumerable<Omission> HiddenRows(BulkRequest request, string name, Func<int, string, bool> isTold)
        => HiddenRows(request.StoredTypes, name, isTold);

    /// <summary>The same for rows of some types.</summary>
    public static IEnumerable<Omission> HiddenRows(IEnumerable<IEntityType> types, string name, Func<int, string, bool> isTold)
        => types.Select(type => type.GetRootType()).Distinct().Where(root => !isTold(EventIds.QueryFilterNotApplied, root.Name) && EFCoreVersion.HasQueryFilter(root)).Select(root => new Omission(
            EventIds.QueryFilterNotApplied, root.Name,
            $"'{root.DisplayName()}' has a query filter, which {name} does not apply: it finds rows by their keys, including those that the filter hides."));
}
