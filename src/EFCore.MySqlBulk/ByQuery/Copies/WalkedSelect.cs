using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Reading;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>The rows of a query as they are copied, with the columns by which they are walked, so that a statement of ours can sort them.</summary>
internal sealed class WalkedSelect<TEntity>
{
    private const int MostColumns = 8;

    private static readonly Type RowType = typeof(WalkedRow<,,,,,,,,>);

    private readonly LambdaExpression _row;

    /// <param name="query">The query.</param>
    /// <param name="row">What is copied.</param>
    /// <param name="target">The table that it is copied to.</param>
    /// <param name="order">The columns by which rows are walked.</param>
    /// <param name="names">Quotes names.</param>
    /// <exception cref="InvalidOperationException">There are too many of them.</exception>
    public WalkedSelect(IQueryable<TEntity> query, LambdaExpression row, TargetTable target, IReadOnlyList<IProperty> order, CopyNames names)
    {
        if (order.Count > MostColumns)
            throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"CopiedKeys needs rows that are walked by {MostColumns} columns at most, and these are walked by {order.Count}: {string.Join(", ", order.Select(property => property.Name))}. Name fewer with Walk, or leave CopiedKeys out."));
        Expression[] columns = [.. ListColumn.Of(order, row.Parameters[0]).Select(column => column.Value)];
        _row = Expression.Lambda(With(row.Body, columns), row.Parameters);
        string all = TextOf(_row.Body);
        Columns = [.. columns.Select((column, i) => $"q.{names.Quote(Selects(all, i) ? NameOf(i) : EqualTo(column))}")];

        // EF Core selects equal columns once, under the name of the first.
        string EqualTo(Expression column) => target.Columns.FirstOrDefault(each => !Selects(TextOf(With(each.Value, [column])), 0))?.Source ?? throw new UnreachableException("EF Core has not selected a column.");

        bool Selects(string text, int i) => text.Contains($"AS {names.Quote(NameOf(i))}", StringComparison.Ordinal);

        string TextOf(Expression projected) => QueryText.Of(Select(query, Expression.Lambda(projected, row.Parameters))).Text;
    }

    /// <summary>A table with the names under which EF Core selects the values: it selects equal ones once, under the name of the first, also if they are written or typed in different ways.</summary>
    /// <param name="query">The query.</param>
    /// <param name="row">What is copied.</param>
    /// <param name="target">The table that it is copied to.</param>
    /// <param name="walked">A column of the query's rows: without one EF Core would calculate a variable on the client.</param>
    public static TargetTable WithSources(IQueryable<TEntity> query, LambdaExpression row, TargetTable target, IProperty walked)
    {
        Expression column = ListColumn.Of([walked], row.Parameters[0])[0].Value;
        List<(string Text, object?[] Values, string Source)> selected = [];
        return target with { Columns = [.. target.Columns.Select(each => each with { Source = SourceOf(each) })] };

        string SourceOf(TargetColumn value)
        {
            (string text, object[] parameters) = QueryText.Of(Select(query, Expression.Lambda(With(column, [value.Value]), row.Parameters)));
            object?[] values = [.. parameters.Cast<DbParameter>().Select(parameter => parameter.Value)];
            string source = selected.Find(each => each.Text == text && each.Values.SequenceEqual(values)).Source ?? value.Source;
            selected.Add((text, values, source));
            return source;
        }
    }

    /// <summary>The columns by which rows are walked, with <c>q</c> for the rows.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>Their order.</summary>
    public string Order => string.Join(", ", Columns);

    /// <summary>The rows of a query.</summary>
    public IQueryable Of(IQueryable<TEntity> query) => Select(query, _row);

    private static IQueryable Select(IQueryable<TEntity> query, LambdaExpression row)
        => query.Provider.CreateQuery(Expression.Call(typeof(Queryable), nameof(Queryable.Select), [typeof(TEntity), row.ReturnType], query.Expression, Expression.Quote(row)));

    private static MemberInitExpression With(Expression row, Expression[] columns)
    {
        Type type = RowType.MakeGenericType([row.Type, .. columns.Select(column => column.Type), .. Enumerable.Repeat(typeof(int), MostColumns - columns.Length)]);
        return Expression.MemberInit(Expression.New(type), [Bind("Row", row), .. columns.Select((column, i) => Bind(NameOf(i), column))]);

        MemberAssignment Bind(string name, Expression value) => Expression.Bind(type.GetProperty(name)!, value);
    }

    private static string NameOf(int column) => string.Create(CultureInfo.InvariantCulture, $"MySqlBulkWalk{column}");
}
