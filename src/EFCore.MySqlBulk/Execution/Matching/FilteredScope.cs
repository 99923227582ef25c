using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The rows of an entity type that meet conditions, or all of them.</summary>
/// <param name="filter">Adds the conditions to a query; <see langword="null" /> if there are none.</param>
/// <param name="allowsEmpty">Whether a call without rows is allowed.</param>
internal sealed class FilteredScope<T>(Func<IQueryable<T>, IQueryable<T>>? filter, bool allowsEmpty) : RowScope
    where T : class
{
    private const string Name = "BulkSynchronizeOptions.Scope";

    private static readonly HashSet<string> Accepted =
    [
        nameof(Queryable.Where), nameof(EntityFrameworkQueryableExtensions.IgnoreQueryFilters), nameof(EntityFrameworkQueryableExtensions.IgnoreAutoIncludes),
        nameof(EntityFrameworkQueryableExtensions.AsNoTracking), nameof(EntityFrameworkQueryableExtensions.AsNoTrackingWithIdentityResolution),
        nameof(EntityFrameworkQueryableExtensions.AsTracking), nameof(EntityFrameworkQueryableExtensions.TagWith), nameof(EntityFrameworkQueryableExtensions.TagWithCallSite),
    ];

    private static readonly MethodInfo Property = typeof(EF).GetMethod(nameof(EF.Property))!;

    public override bool AllowsEmpty => allowsEmpty;

    /// <exception cref="ArgumentException">The query has more than conditions.</exception>
    /// <exception cref="InvalidOperationException">A condition queries the context.</exception>
    public void Check(DbContext context, IEntityType type)
    {
        Expression query = QueryOf(context, type).Expression;
        for (Expression part = query; part is MethodCallExpression call; part = call.Arguments[0])
        {
            if (!Accepted.Contains(call.Method.Name))
                throw new ArgumentException($"BulkSynchronizeOptions.Scope uses {call.Method.Name}, but may only have conditions. Write it as q => q.Where(…).");
            foreach (Expression condition in call.Arguments.Skip(1))
                CheckCondition(condition, Name, "Scope = q => q.Where(row => values.Contains(row.…))");
        }

        foreach (Expression<Func<T, bool>> condition in QueryFilters.Of<T>(context, type, query))
            CheckCondition(condition.Body, NameOfFilter(type), "Scope = q => q.IgnoreQueryFilters().Where(row => values.Contains(row.…))");
    }

    public override bool MayBeHidden(DbContext context, IEntityType type) => QueryFilters.Of<T>(context, type, QueryOf(context, type).Expression).Any();

    public override DbCommand CreateCommand(DbContext context, IEntityType type, IReadOnlyList<ColumnMap> columns)
    {
        ParameterExpression row = Expression.Parameter(typeof(T), "row");
        IEnumerable<Expression> values = columns.Select(column => Expression.Convert(Value(column.Property, row), typeof(object)));
        return QueryOf(context, type).Select(Expression.Lambda<Func<T, object[]>>(Expression.NewArrayInit(typeof(object), values), row)).CreateDbCommand();
    }

    public override void Check(DbContext context, IEntityType type, List<object?> rows)
    {
        if (filter is not null)
            Check(rows, filter, Name, "widen the scope");
        foreach (Expression<Func<T, bool>> condition in QueryFilters.Of<T>(context, type, QueryOf(context, type).Expression))
            Check(rows, q => q.Where(condition), NameOfFilter(type), "ignore the filter: Scope = q => q.IgnoreQueryFilters()");
    }

    private static void Check(List<object?> rows, Func<IQueryable<T>, IQueryable<T>> conditions, string name, string cure)
    {
        int at = 0;
        try
        {
            using IEnumerator<T> inside = conditions(rows.OfType<T>().AsQueryable()).GetEnumerator();
            for (; at < rows.Count; at++)
            {
                // A null row is refused by the row reader.
                if (rows[at] is { } row && !(inside.MoveNext() && ReferenceEquals(inside.Current, row)))
                    throw new BulkOperationException($"Row {at} is outside {name}, so it would be stored but never found again. Leave it out, or {cure}.") { RowIndex = at };
            }
        }
        catch (Exception exception) when (exception is NullReferenceException or InvalidOperationException or NotSupportedException or NotImplementedException)
        {
            throw new InvalidOperationException(
                $"The conditions of {name} cannot be evaluated for row {at}: {exception.Message} They may use the row's own properties, but nothing that only the server can evaluate. Rewrite them, or {cure}.", exception);
        }
    }

    private static void CheckCondition(Expression condition, string name, string cure)
    {
        if (ContextQueries.FirstIn(condition) is { } queried)
        {
            throw new InvalidOperationException(
                $"The conditions of {name} query '{queried.Name}', but they are evaluated for each row given, which would be one query per row. Read the values that they need into a list first, and write {cure}.");
        }
    }

    private static string NameOfFilter(IEntityType type) => $"the query filter of '{type.GetRootType().DisplayName()}'";

    private IQueryable<T> QueryOf(DbContext context, IEntityType type)
    {
        IQueryable<T> all = type.HasSharedClrType ? context.Set<T>(type.Name) : context.Set<T>();
        return filter is null ? all.AsNoTracking() : filter(all.AsNoTracking());
    }

    private static Expression Value(IProperty property, ParameterExpression row) => Member(property, property.ClrType, Owner(property.DeclaringType, row));

    private static Expression Owner(ITypeBase type, ParameterExpression row) => type switch
    {
        IComplexType complex => Member(complex.ComplexProperty, complex.ComplexProperty.ClrType, Owner(complex.ComplexProperty.DeclaringType, row)),
        IEntityType owned when owned.FindOwnership() is { PrincipalToDependent: { } navigation } ownership => Member(navigation, navigation.ClrType, Owner(ownership.PrincipalEntityType, row)),
        _ when type.ClrType.IsAssignableFrom(row.Type) => row,
        _ => Expression.Convert(row, type.ClrType),
    };

    private static Expression Member(IPropertyBase member, Type type, Expression owner)
        => member.PropertyInfo is { } property && !member.IsIndexerProperty() && !member.IsShadowProperty()
            ? Expression.MakeMemberAccess(Nullable.GetUnderlyingType(owner.Type) is null ? owner : Expression.Property(owner, nameof(Nullable<int>.Value)), property)
            : Expression.Call(Property.MakeGenericMethod(type), owner, Expression.Constant(member.Name));
}
