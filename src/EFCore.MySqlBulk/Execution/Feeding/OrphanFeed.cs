using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Sends the keys of orphans, so that those rows are deleted or updated.</summary>
/// <param name="request">The request.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="sender">Counts them.</param>
/// <param name="flush">Sends a group.</param>
internal sealed class OrphanFeed(BulkRequest request, StoredEntries stored, RowGroups groups, StatementSender sender, Func<RowGroup, ValueTask> flush)
{
    // Orphans have no position among the rows given.
    private const int NoIndex = -1;

    public async ValueTask RunAsync(OrphanKeys keys)
    {
        sender.Tally.Orphaned += keys.Count;
        if (keys.Count == 0 || request.Options.Orphans == OrphanRule.Keep)
            return;
        RowGroup group = groups.OfOrphans();
        foreach (IReadOnlyCollection<object> level in keys.ByLevel())
        {
            // Their type is not known, so each of them is deleted in all tables.
            foreach (TableMap further in group.Plan.Assignments.Count > 0 ? [] : FurtherTables())
                await RunAsync(groups.OfOrphans(further), level).ConfigureAwait(false);
            foreach (object key in level)
            {
                stored.AddOrphans(group, key);
                if (!request.AreRelated)
                    sender.Tally.Changes?.AddOrphan(key);
            }

            await RunAsync(group, level).ConfigureAwait(false);
        }
    }

    private IEnumerable<TableMap> FurtherTables()
        => request.EntityType.GetConcreteDerivedTypesInclusive().SelectMany(TableMaps.AllOf).Where(table => table.IsFurther).DistinctBy(table => table.Source).Reverse();

    private async ValueTask RunAsync(RowGroup group, IReadOnlyCollection<object> keys)
    {
        Type keyType = BareKeys.TypeOf(groups.Root);
        foreach (object key in keys)
        {
            group.Add(new(BareKeys.Of(keyType, key), null, NoIndex));
            if (group.IsFull)
                await FlushAsync(group).ConfigureAwait(false);
        }

        await FlushAsync(group).ConfigureAwait(false);
    }

    private async ValueTask FlushAsync(RowGroup group)
    {
        try
        {
            await flush(group).ConfigureAwait(false);
        }
        catch (FailedRowException failed)
        {
            string verb = group.Plan.Assignments.Count > 0 ? "update" : "delete";
            throw new RowValueException($"The server refused to {verb} the stored row with the key {failed.Row.Item}, which no given row matches: {failed.Message}", failed.InnerException);
        }
    }
}
