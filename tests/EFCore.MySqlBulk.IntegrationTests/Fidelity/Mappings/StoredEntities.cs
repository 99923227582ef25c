using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>The entities of one run, of a type.</summary>
internal sealed class StoredEntities<T>(EntityMapping<T> mapping, List<T> rows, SampleRows sample) : StoredRows
    where T : class
{
    public override void Add(DbContext context)
    {
        mapping.Set(context).AddRange(rows);
        for (int i = 0; i < rows.Count; i++)
            mapping.Added(context, rows[i], sample, i);
    }

    public override void Change(DbContext context)
    {
        for (int i = 0; i < rows.Count; i++)
            mapping.Change(context, rows[i], sample, i);
    }

    public override async Task ChangeStoredAsync(DbContext context, Operation operation)
    {
        // Generated keys rise with the rows.
        string key = mapping.Set(context).EntityType.FindPrimaryKey()!.Properties[0].Name;
        List<T> stored = [.. (await mapping.Set(context).ToListAsync(Token)).OrderBy(entity => context.Entry(entity).Property(key).CurrentValue)];
        if (operation == Operation.Delete)
            mapping.Set(context).RemoveRange(TwoThirds(stored));
        for (int i = 0; i < stored.Count && operation == Operation.Update; i++)
            mapping.Change(context, stored[i], sample, i);
    }

    public override void Attach(DbContext context, Operation operation)
    {
        if (operation == Operation.Delete)
            Remove(context);
        else
            mapping.Set(context).UpdateRange(rows);
    }

    public override void Remove(DbContext context) => mapping.Set(context).RemoveRange(TwoThirds(rows));

    public override async Task<BulkResult> SendAsync(DbContext context, Operation operation, SendingMode mode)
    {
        DbSet<T> set = mapping.Set(context);
        (bool isAsync, BulkStrategy? strategy, BulkPipelining? pipelining, int? batchRows) = mode;
        switch (operation)
        {
            case Operation.Insert:
                BulkInsertOptions inserts = new() { Strategy = strategy, Pipelining = pipelining, BatchRows = batchRows };
                return isAsync ? await set.BulkInsertAsync(rows, inserts, Token) : set.BulkInsert(rows, inserts);
            case Operation.Update:
                BulkUpdateOptions<T> updates = new() { Strategy = strategy, Pipelining = pipelining, BatchRows = batchRows };
                return isAsync ? await set.BulkUpdateAsync(rows, updates, Token) : set.BulkUpdate(rows, updates);
            case Operation.Delete:
                BulkDeleteOptions deletes = new() { Strategy = strategy, Pipelining = pipelining, BatchRows = batchRows };
                List<T> deleted = [.. TwoThirds(rows)];
                return isAsync ? await set.BulkDeleteAsync(deleted, deletes, Token) : set.BulkDelete(deleted, deletes);
            default:
                throw new ArgumentOutOfRangeException(nameof(operation), operation, null);
        }
    }

    public override IEnumerable<string> Shown() => rows.Select(EntityText.Of);

    public override async Task<List<string>> ReadAsync(DbContext context)
        => [.. (await mapping.Set(context).AsNoTracking().ToListAsync(Token)).Select(EntityText.Of).Order(StringComparer.Ordinal)];

    private static IEnumerable<T> TwoThirds(List<T> all) => all.Where((_, i) => i % 3 != 0);
}
