using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;

/// <summary><c>BulkInsert</c>, <c>BulkUpdate</c> and <c>BulkDelete</c>.</summary>
internal sealed class CallWay(string name) : Way(name)
{
    /// <summary>The strategy that is forced for an operation; nothing by default.</summary>
    public Func<Operation, ServerKind, BulkStrategy?> Strategies { get; init; } = static (_, _) => null;

    public BulkPipelining? Pipelining { get; init; }

    public override Task StoreAsync(ModelContext context, StoredRows rows, Operation operation, bool isAsync, ServerKind kind)
    {
        BulkStrategy? strategy = Strategies(operation, kind);
        return rows.SendAsync(context, operation, new(isAsync, strategy, Pipelining, strategy is { } forced ? EveryStrategy.BatchRows(forced) : null));
    }
}
