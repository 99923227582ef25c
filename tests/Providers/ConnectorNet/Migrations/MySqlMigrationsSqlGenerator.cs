using EFCore.MySqlBulk.Provider.ConnectorNet.Metadata;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Migrations;
using Microsoft.EntityFrameworkCore.Migrations.Operations;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Migrations;

/// <summary>The DDL that <c>EnsureCreated</c> needs: tables, keys, indexes.</summary>
internal sealed class MySqlMigrationsSqlGenerator(MigrationsSqlGeneratorDependencies dependencies) : MigrationsSqlGenerator(dependencies)
{
    // A schema is a database here, and names are written without it.
    protected override void Generate(EnsureSchemaOperation operation, IModel? model, MigrationCommandListBuilder builder)
    {
    }

    protected override void Generate(
        CreateTableOperation operation, IModel? model, MigrationCommandListBuilder builder, bool terminate = true)
    {
        base.Generate(operation, model, builder, terminate: false);
        // The server's default may be another character set (latin1 on an unconfigured MariaDB).
        builder.Append(" CHARACTER SET=utf8mb4");
        if (operation.Comment is { } comment)
        {
            builder.Append(" COMMENT=").Append(CommentLiteral(comment));
        }

        if (terminate)
        {
            builder.AppendLine(Dependencies.SqlGenerationHelper.StatementTerminator);
            EndStatement(builder);
        }
    }

    protected override void CreateTableConstraints(CreateTableOperation operation, IModel? model, MigrationCommandListBuilder builder)
    {
        base.CreateTableConstraints(operation, model, builder);
        // The server wants its counter to lead a key at once, before the model's own indexes are created.
        foreach (AddColumnOperation counter in operation.Columns.Where(c => Has(c, MySqlAnnotationNames.AutoIncrement) && !LeadsAKey(operation, c)))
        {
            builder.AppendLine(",").Append("KEY (").Append(Delimit(counter.Name)).Append(")");
        }
    }

    protected override void PrimaryKeyConstraint(AddPrimaryKeyOperation operation, IModel? model, MigrationCommandListBuilder builder) =>
        builder.Append("PRIMARY KEY (").Append(string.Join(", ", operation.Columns.Select(Delimit))).Append(")");

    // MySQL has no filtered index; the others leave the filter out as well.
    protected override void IndexOptions(MigrationOperation operation, IModel? model, MigrationCommandListBuilder builder)
    {
    }

    protected override void ColumnDefinition(
        string? schema, string table, string name, ColumnOperation operation, IModel? model, MigrationCommandListBuilder builder)
    {
        base.ColumnDefinition(schema, table, name, operation, model, builder);
        if (operation.ComputedColumnSql is null)
        {
            AppendServerSource(operation, builder);
        }

        if (operation.Comment is { } comment)
        {
            builder.Append(" COMMENT ").Append(CommentLiteral(comment));
        }
    }

    protected override void ComputedColumnDefinition(
        string? schema, string table, string name, ColumnOperation operation, IModel? model, MigrationCommandListBuilder builder)
    {
        builder.Append(Delimit(name)).Append(" ").Append(operation.ColumnType ?? GetColumnType(schema, table, name, operation, model)!);
        if (operation.Collation is { } collation)
        {
            builder.Append(" COLLATE ").Append(collation);
        }

        builder.Append(" GENERATED ALWAYS AS (").Append(operation.ComputedColumnSql!).Append(operation.IsStored == true ? ") STORED" : ") VIRTUAL");
    }

    protected override void DefaultValue(
        object? defaultValue, string? defaultValueSql, string? columnType, MigrationCommandListBuilder builder)
    {
        if (defaultValueSql is null && defaultValue is not null && (NeedsExpression(columnType) || defaultValue is string or DateTime or DateTimeOffset or DateOnly or TimeOnly or TimeSpan))
        {
            builder.Append(" DEFAULT ").Append(DefaultLiteral(defaultValue, columnType));
        }
        else
        {
            base.DefaultValue(defaultValue, defaultValueSql, columnType, builder);
        }
    }

    private static void AppendServerSource(ColumnOperation operation, MigrationCommandListBuilder builder)
    {
        if (Has(operation, MySqlAnnotationNames.AutoIncrement))
        {
            builder.Append(" AUTO_INCREMENT");
        }

        string digits = operation.ColumnType is { } type && type.IndexOf('(') is >= 0 and int open ? type[open..] : "";
        if (Has(operation, MySqlAnnotationNames.GeneratedOnAdd))
        {
            builder.Append(" DEFAULT CURRENT_TIMESTAMP").Append(digits);
        }

        if (Has(operation, MySqlAnnotationNames.GeneratedOnUpdate))
        {
            builder.Append(" ON UPDATE CURRENT_TIMESTAMP").Append(digits);
        }
    }

    // TEXT, BLOB and JSON take a default only as an expression.
    private static bool NeedsExpression(string? columnType) =>
        columnType is not null
        && (columnType.EndsWith("text", StringComparison.OrdinalIgnoreCase)
            || columnType.EndsWith("blob", StringComparison.OrdinalIgnoreCase)
            || columnType.Equals("json", StringComparison.OrdinalIgnoreCase));

    private static bool LeadsAKey(CreateTableOperation table, AddColumnOperation column) =>
        table.PrimaryKey?.Columns[0] == column.Name || table.UniqueConstraints.Any(u => u.Columns[0] == column.Name);

    private static bool Has(ColumnOperation operation, string annotation) => operation[annotation] is true;

    // A comment is no expression: it takes a plain quoted text only.
    private static string CommentLiteral(string text) =>
        $"'{text.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal)}'";

    private string Literal(object value, string? columnType) =>
        ((columnType is null ? null : Dependencies.TypeMappingSource.FindMapping(value.GetType(), columnType))
            ?? Dependencies.TypeMappingSource.FindMapping(value.GetType())!).GenerateSqlLiteral(value);

    // MariaDB stores the expression as text and cannot read its own "_utf8mb4 X'…'" again.
    private string DefaultLiteral(object value, string? columnType)
    {
        string literal = Literal(value, columnType);
        // MySQL takes no TIMESTAMP '…' as a default, only its text.
        return value is DateTime or DateTimeOffset or DateOnly or TimeOnly or TimeSpan ? literal[literal.IndexOf('\'', StringComparison.Ordinal)..]
            : literal.StartsWith("_utf8mb4 ", StringComparison.Ordinal) ? $"(CONVERT({literal["_utf8mb4 ".Length..]} USING utf8mb4))"
            : NeedsExpression(columnType) ? $"({literal})"
            : literal;
    }

    private string Delimit(string name) => Dependencies.SqlGenerationHelper.DelimitIdentifier(name);
}
