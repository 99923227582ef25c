using System.Text;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>Back ticks around identifiers; a schema is a database on this server and is left out.</summary>
internal sealed class MySqlSqlGenerationHelper(RelationalSqlGenerationHelperDependencies dependencies)
    : RelationalSqlGenerationHelper(dependencies)
{
    public override string EscapeIdentifier(string identifier) => identifier.Replace("`", "``", StringComparison.Ordinal);

    public override void EscapeIdentifier(StringBuilder builder, string identifier) => builder.Append(EscapeIdentifier(identifier));

    public override string DelimitIdentifier(string identifier) => $"`{EscapeIdentifier(identifier)}`";

    public override void DelimitIdentifier(StringBuilder builder, string identifier) =>
        builder.Append('`').Append(EscapeIdentifier(identifier)).Append('`');

    public override string DelimitIdentifier(string name, string? schema) => DelimitIdentifier(name);

    public override void DelimitIdentifier(StringBuilder builder, string name, string? schema) => DelimitIdentifier(builder, name);
}
