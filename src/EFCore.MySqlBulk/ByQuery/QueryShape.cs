using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Query.Internal;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Refuses queries that would mean something else in batches.</summary>
internal static class QueryShape
{
    /// <param name="query">The query.</param>
    /// <param name="wholeTable">Whether all rows may be meant.</param>
    /// <param name="call">The method that takes the query.</param>
    /// <exception cref="InvalidOperationException">The query is sorted or takes a part of its rows, or it has no condition.</exception>
    public static void Check(Expression query, bool wholeTable, string call)
    {
        Expression expression = query;
        while (expression is MethodCallExpression { Arguments: [var source, ..] } operation)
        {
            switch (operation.Method.Name)
            {
                case var name when TakesPart(name):
                    throw new InvalidOperationException($"The query given to {call} has {operation.Method.Name}, which each batch would apply anew. Leave it out; BatchRows limits a batch, and a condition names the rows.");
                case "OrderBy" or "OrderByDescending" or "ThenBy" or "ThenByDescending" or "Order" or "OrderDescending" or "Reverse":
                    throw new InvalidOperationException($"The query given to {call} has {operation.Method.Name}, but rows are walked in the order of the primary key. Leave it out, or name the order with Walk.");
            }

            expression = source;
        }

        if (!wholeTable && !HasCondition(query))
            throw new InvalidOperationException($"The query given to {call} has no condition, so it names every row. Add Where(…), or set WholeTable = true.");
    }

    /// <summary>Whether an operation of a query takes a part of the rows.</summary>
    public static bool TakesPart(string operation)
        => operation is nameof(Queryable.Take) or nameof(Queryable.Skip) or nameof(Queryable.TakeLast) or nameof(Queryable.SkipLast) or nameof(Queryable.TakeWhile) or nameof(Queryable.SkipWhile);

    /// <summary>Whether the query may give nothing in place of an entity, as an outer join does.</summary>
    public static bool MayGiveNull(Expression query) => query is MethodCallExpression { Arguments: [var source, ..] } operation
        && (MayGiveNull(source) || operation.Method.Name is not (nameof(Queryable.Where) or nameof(Queryable.OfType) or nameof(Queryable.Distinct)) && operation.Method.DeclaringType == typeof(Queryable));

    private static bool HasCondition(Expression query) => query switch
    {
        MethodCallExpression { Method.Name: nameof(Queryable.Concat) or nameof(Queryable.Union), Arguments: [var one, var other, ..] } => HasCondition(one) && HasCondition(other),
        MethodCallExpression { Arguments: [var source, ..] } operation => IsCondition(operation) || HasCondition(source),
        _ => query is FromSqlQueryRootExpression,
    };

    // C# makes a Select of "from o in orders select o".
    private static bool IsCondition(MethodCallExpression operation) => operation.Method.DeclaringType == typeof(Queryable) && operation.Method.Name switch
    {
        nameof(Queryable.OfType) or nameof(Queryable.Cast) or nameof(Queryable.Distinct) => false,
        nameof(Queryable.Select) => operation.Arguments[1] is not UnaryExpression { Operand: LambdaExpression { Body: ParameterExpression } },
        _ => true,
    };
}
