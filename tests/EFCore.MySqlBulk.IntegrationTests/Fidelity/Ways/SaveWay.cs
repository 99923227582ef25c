using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;

/// <summary><c>SaveChanges</c>, as it is or in bulk.</summary>
internal sealed class SaveWay(string name) : Way(name)
{
    public override bool IsTracked => true;

    /// <summary>It is a call of <c>BulkSaveChanges</c>.</summary>
    public bool IsCall { get; init; }

    public override Task StoreAsync(ModelContext context, StoredRows rows, Operation operation, bool isAsync, ServerKind kind)
    {
        if (operation == Operation.Delete)
            rows.Remove(context);
        return context.SaveAsync(IsCall, isAsync, TestContext.Current.CancellationToken);
    }
}
