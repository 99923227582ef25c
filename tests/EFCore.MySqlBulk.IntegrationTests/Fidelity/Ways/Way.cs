using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;

/// <summary>A way to store entities.</summary>
/// <param name="name">The name in docs/fidelity.md.</param>
internal abstract class Way(string name)
{
    /// <summary>What the others are compared with.</summary>
    public static Way SaveChanges { get; } = new SaveWay("SaveChanges");

    public static IReadOnlyList<Way> All { get; } =
    [
        new SaveWay("`SaveChanges` with the option") { IsOption = true },
        new SaveWay("`BulkSaveChanges`") { IsCall = true },
        new CallWay("calls, tracked") { IsTracked = true },
        new CallWay("calls"),
        new CallWay("calls, pipelined") { Pipelining = BulkPipelining.Always },
        Forced(BulkStrategy.RowByRow),
        Forced(BulkStrategy.MultiStatement),
        Forced(BulkStrategy.PipelinedArrayBatch),
        new CallWay("`MultiRowValues`, `ValuesJoin`")
        {
            Strategies = static (operation, _) => operation == Operation.Insert ? BulkStrategy.MultiRowValues : BulkStrategy.ValuesJoin,
        },
        new CallWay("`PreparedMultiRow`, `PreparedValuesJoin`")
        {
            // MariaDB has no prepared join.
            Strategies = static (operation, kind) => operation == Operation.Insert ? BulkStrategy.PreparedMultiRow : kind == ServerKind.MySql ? BulkStrategy.PreparedValuesJoin : null,
        },
        new CallWay("`MultiRowValues`, `KeyList`")
        {
            Strategies = static (operation, _) => operation switch
            {
                Operation.Insert => BulkStrategy.MultiRowValues,
                Operation.Delete => BulkStrategy.KeyList,
                _ => null,
            },
        },
        new CallWay("`LoadData`") { MayUseUpKeys = true, Strategies = static (operation, _) => operation == Operation.Insert ? BulkStrategy.LoadData : null },
    ];

    public string Name => name;

    /// <summary>The context tracks the entities from the beginning.</summary>
    public virtual bool IsTracked { get; init; }

    /// <summary>The context's options make every <c>SaveChanges</c> one in bulk.</summary>
    public bool IsOption { get; init; }

    /// <summary>Rows that cannot be stored in this way are taken back, and sent in another.</summary>
    public bool MayUseUpKeys { get; init; }

    /// <summary>Inserts all, updates all or deletes two thirds.</summary>
    public abstract Task StoreAsync(ModelContext context, StoredRows rows, Operation operation, bool isAsync, ServerKind kind);

    public override string ToString() => name;

    private static CallWay Forced(BulkStrategy strategy) => new($"`{strategy}`") { Strategies = (_, _) => strategy };
}
