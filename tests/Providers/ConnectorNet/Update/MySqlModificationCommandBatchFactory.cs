using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Update;

internal sealed class MySqlModificationCommandBatchFactory(ModificationCommandBatchFactoryDependencies dependencies, IDbContextOptions options)
    : IModificationCommandBatchFactory
{
    private const int DefaultRows = 42;
    private const int MaxRows = 1000;

    private readonly int _rows = Math.Min(options.FindExtension<MySqlOptionsExtension>()?.MaxBatchSize ?? DefaultRows, MaxRows);

    public ModificationCommandBatch Create() => new MySqlModificationCommandBatch(dependencies, _rows);
}
