using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Matches rows of the target <c>t</c> with rows of the list <c>v</c>: keys by <c>=</c>, concurrency tokens by <c>&lt;=&gt;</c>, since a token may be NULL.</summary>
internal static class JoinCondition
{
    public static string On(BulkPlan plan, QuotedNames names)
    {
        IEnumerable<string> keys = plan.KeyPart.Select((cell, i) => $"t.{names.Column(cell)} = v.c{i}");
        IEnumerable<string> tokens = plan.ConcurrencyTokenPart.Select((cell, i) => $"t.{names.Column(cell)} <=> v.c{plan.KeyCells + i}");
        return string.Join(" AND ", keys.Concat(tokens)) + TypeCondition.And(plan, names, "t.");
    }

    /// <summary>The same for one row, with placeholders for its values instead of a list.</summary>
    public static string Where(BulkPlan plan, QuotedNames names)
    {
        IEnumerable<string> keys = plan.KeyPart.Select(cell => $"{names.Column(cell)} = {StatementTemplate.Mark}");
        IEnumerable<string> tokens = plan.ConcurrencyTokenPart.Select(cell => $"{names.Column(cell)} <=> {StatementTemplate.Mark}");
        return string.Join(" AND ", keys.Concat(tokens)) + TypeCondition.And(plan, names);
    }
}
