using System.Text;
using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;
using EFCore.MySqlBulk.Provider.ConnectorNet.Storage;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Update;

/// <summary>
/// One statement a row, followed by a SELECT of what the row got (on MariaDB an INSERT returns it itself), or of how many rows were met.
/// </summary>
internal sealed class MySqlUpdateSqlGenerator(UpdateSqlGeneratorDependencies dependencies, ServerOptions server)
    : UpdateAndSelectSqlGenerator(dependencies)
{
    public override ResultSetMapping AppendInsertOperation(
        StringBuilder commandStringBuilder, IReadOnlyModificationCommand command, int commandPosition, out bool requiresTransaction)
    {
        if (command.ColumnModifications.Any(o => o.IsRead))
        {
            return server.HasInsertReturning
                ? AppendInsertReturningOperation(commandStringBuilder, command, commandPosition, out requiresTransaction)
                : base.AppendInsertOperation(commandStringBuilder, command, commandPosition, out requiresTransaction);
        }

        // An INSERT either inserts its row or fails: there is nothing to count.
        requiresTransaction = false;
        AppendInsertCommand(commandStringBuilder, command.TableName, command.Schema, Written(command), readOperations: []);
        return ResultSetMapping.NoResults;
    }

    /// <summary>Adds one more row to the multi-row INSERT that ends the text.</summary>
    public void AppendInsertRow(StringBuilder commandStringBuilder, IReadOnlyModificationCommand command)
    {
        int terminator = SqlGenerationHelper.StatementTerminator.Length + Environment.NewLine.Length;
        commandStringBuilder.Length -= terminator;
        commandStringBuilder.AppendLine(",");
        AppendValues(commandStringBuilder, command.TableName, command.Schema, Written(command));
        commandStringBuilder.AppendLine(SqlGenerationHelper.StatementTerminator);
    }

    protected override void AppendInsertCommandHeader(
        StringBuilder commandStringBuilder, string name, string? schema, IReadOnlyList<IColumnModification> operations)
    {
        base.AppendInsertCommandHeader(commandStringBuilder, name, schema, operations);
        if (operations.Count == 0)
        {
            commandStringBuilder.Append(" ()");
        }
    }

    protected override void AppendValuesHeader(StringBuilder commandStringBuilder, IReadOnlyList<IColumnModification> operations) =>
        commandStringBuilder.AppendLine().Append("VALUES ");

    protected override void AppendValues(
        StringBuilder commandStringBuilder, string name, string? schema, IReadOnlyList<IColumnModification> operations)
    {
        base.AppendValues(commandStringBuilder, name, schema, operations);
        if (operations.Count == 0)
        {
            commandStringBuilder.Append("()");
        }
    }

    protected override ResultSetMapping AppendSelectAffectedCountCommand(
        StringBuilder commandStringBuilder, string name, string? schema, int commandPosition)
    {
        commandStringBuilder.Append("SELECT ROW_COUNT()").AppendLine(SqlGenerationHelper.StatementTerminator).AppendLine();
        return ResultSetMapping.LastInResultSet | ResultSetMapping.ResultSetWithRowsAffectedOnly;
    }

    protected override void AppendRowsAffectedWhereCondition(StringBuilder commandStringBuilder, int expectedRowsAffected) =>
        commandStringBuilder.Append("ROW_COUNT() = ").Append(expectedRowsAffected);

    protected override void AppendIdentityWhereCondition(StringBuilder commandStringBuilder, IColumnModification columnModification)
    {
        SqlGenerationHelper.DelimitIdentifier(commandStringBuilder, columnModification.ColumnName);
        commandStringBuilder.Append(" = LAST_INSERT_ID()");
    }

    // A part of a JSON document, which comes as JSON itself.
    protected override void AppendUpdateColumnValue(
        ISqlGenerationHelper updateSqlGeneratorHelper, IColumnModification columnModification, StringBuilder stringBuilder, string name, string? schema)
    {
        if (columnModification.JsonPath is null or "$")
        {
            base.AppendUpdateColumnValue(updateSqlGeneratorHelper, columnModification, stringBuilder, name, schema);
            return;
        }

        stringBuilder.Append("JSON_SET(");
        updateSqlGeneratorHelper.DelimitIdentifier(stringBuilder, columnModification.ColumnName);
        stringBuilder.Append(", ").Append(Literals.Text(columnModification.JsonPath)).Append(", JSON_EXTRACT(");
        base.AppendUpdateColumnValue(updateSqlGeneratorHelper, columnModification, stringBuilder, name, schema);
        stringBuilder.Append(", '$'))");
    }

    private static List<IColumnModification> Written(IReadOnlyModificationCommand command) =>
        command.ColumnModifications.Where(o => o.IsWrite).ToList();
}
