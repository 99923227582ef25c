using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Update;

/// <summary>Many statements in one command; neighbouring inserts that read nothing back become one multi-row INSERT.</summary>
internal sealed class MySqlModificationCommandBatch(ModificationCommandBatchFactoryDependencies dependencies, int maxBatchSize)
    : AffectedCountModificationCommandBatch(dependencies, maxBatchSize)
{
    private IReadOnlyModificationCommand? _openInsert;
    private int _statements;

    private new MySqlUpdateSqlGenerator UpdateSqlGenerator => (MySqlUpdateSqlGenerator)base.UpdateSqlGenerator;

    protected override void AddCommand(IReadOnlyModificationCommand modificationCommand)
    {
        if (_openInsert is not null && FitsInto(_openInsert, modificationCommand))
        {
            UpdateSqlGenerator.AppendInsertRow(SqlBuilder, modificationCommand);
            ResultSetMappings.Add(ResultSetMapping.NoResults);
            AddParameters(modificationCommand);
            // One statement is atomic by itself, however many rows it has.
            SetRequiresTransaction(_statements > 1);
            return;
        }

        base.AddCommand(modificationCommand);
        _statements++;
        _openInsert = IsPlainInsert(modificationCommand) ? modificationCommand : null;
    }

    private static bool IsPlainInsert(IReadOnlyModificationCommand command) =>
        command.EntityState is EntityState.Added && command.StoreStoredProcedure is null && !command.ColumnModifications.Any(o => o.IsRead);

    private static bool FitsInto(IReadOnlyModificationCommand open, IReadOnlyModificationCommand next) =>
        IsPlainInsert(next) && open.TableName == next.TableName && WrittenColumns(open).SequenceEqual(WrittenColumns(next));

    private static IEnumerable<string> WrittenColumns(IReadOnlyModificationCommand command) =>
        command.ColumnModifications.Where(o => o.IsWrite).Select(o => o.ColumnName);
}
