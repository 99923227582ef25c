using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Planning.Statements;

/// <summary>The statement of <c>BulkExecute</c>, run once per row.</summary>
/// <param name="Template">Its text.</param>
/// <param name="Order">For each placeholder of the template, the index of its parameter.</param>
/// <param name="Parameters">The parameters of each row.</param>
internal sealed record ExecutedStatement(StatementTemplate Template, IReadOnlyList<int> Order, RowParameters Parameters)
{
    /// <summary>The values in the order of the template.</summary>
    public IReadOnlyList<ValueMap> Values => [.. Order.Select(index => Parameters.Values[index])];
}
