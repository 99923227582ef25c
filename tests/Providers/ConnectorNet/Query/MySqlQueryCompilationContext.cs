using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

/// <summary>A connection has one open reader at a time, so a split query gathers each part before it asks for the next.</summary>
internal sealed class MySqlQueryCompilationContext(
    QueryCompilationContextDependencies dependencies, RelationalQueryCompilationContextDependencies relationalDependencies, bool async)
    : RelationalQueryCompilationContext(dependencies, relationalDependencies, async)
{
    public override bool IsBuffering => base.IsBuffering || QuerySplittingBehavior is Microsoft.EntityFrameworkCore.QuerySplittingBehavior.SplitQuery;
}
