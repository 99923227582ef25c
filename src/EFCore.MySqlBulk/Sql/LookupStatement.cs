using System.Diagnostics;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT v.c0, t.a FROM (list of position, key, concurrency tokens) AS v STRAIGHT_JOIN t ON …</c>: which of the rows given exist, and values of their columns.</summary>
internal static class LookupStatement
{
    public static StatementFrame Frame(KeyLookup lookup, QuotedNames names)
    {
        IReadOnlyList<RowCell> cells = lookup.Shape.Cells;
        string equal = JoinCondition.On(lookup.Plan, StoredTypes.Of(lookup.Shape.Table, lookup.Plan), cells, lookup.KeyCells, 1, names);
        string columns = string.Concat(lookup.Read.Select(c => $",t.{names.Column(c)}"));
        string ending = $" STRAIGHT_JOIN {names.Table(lookup.Shape.Table)} AS t{IndexHint.For(lookup.Plan, lookup.Shape.Table, cells.Take(lookup.KeyCells), names)} ON {equal}{Lock(lookup.Lock)}";
        // All rows are locked before the first one is returned, because drivers cannot handle a deadlock error in the middle of a result.
        string select = lookup.Lock == RowLock.None ? "SELECT" : "SELECT SQL_BUFFER_RESULT";
        return ValuesList.Frame($"{select} v.c0{columns} FROM ", cells.Count + 1, lookup.Plan.Server, ending);
    }

    private static string Lock(RowLock rowLock) => rowLock switch
    {
        RowLock.None => "",
        RowLock.Shared => " LOCK IN SHARE MODE",
        RowLock.Exclusive => " FOR UPDATE",
        _ => throw new UnreachableException($"{rowLock} is no lock."),
    };
}
