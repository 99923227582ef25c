using System.Linq.Expressions;
using EFCore.MySqlBulk.Reading;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>What an update by query sets: EF Core's own setters, which have another type in each of its major versions.</summary>
/// <typeparam name="TEntity">The entity type.</typeparam>
internal sealed class RowSetters<TEntity>
{
    private readonly MethodCallExpression _call;

    /// <param name="executeUpdate">Calls EF Core's <c>ExecuteUpdate</c> of a query with the setters. It is called once, with a query that records what EF Core makes of them.</param>
    public RowSetters(Func<IQueryable<TEntity>, int> executeUpdate) => _call = RecordedQuery<TEntity>.Record(executeUpdate);

    /// <summary>Updates the rows of a query. Once it is sent, it is not cancelled, because its outcome would be unknown.</summary>
    public ValueTask<int> UpdateAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        MethodCallExpression call = _call.Update(null, [query.Expression, .. _call.Arguments.Skip(1)]);
        return io.RunAsync(() => query.Provider.Execute<int>(call), () => ((IAsyncQueryProvider)query.Provider).ExecuteAsync<Task<int>>(call, CancellationToken.None));
    }

    /// <summary>Refuses setters and orders under which the walk could meet a row again.</summary>
    /// <param name="entityType">The entity type.</param>
    /// <param name="order">The order in which rows are walked.</param>
    /// <param name="call">The method that walks.</param>
    /// <exception cref="InvalidOperationException">A column by which rows are walked changes.</exception>
    public void Check(IEntityType entityType, WalkOrder order, string call)
    {
        SetterSelectors selectors = new();
        selectors.Visit(_call.Arguments[1]);
        IProperty[] set = [.. selectors.All.Select(selector => ListColumn.Find(entityType, selector)?.Property).OfType<IProperty>()];
        foreach (IProperty walked in order.Properties)
        {
            if (set.Any(property => HaveSameColumn(property, walked)))
                throw new InvalidOperationException($"{call} sets '{walked.Name}', by which the rows are walked, so that a row could be met again. Walk by other columns, or use EF Core's {call["Bulk".Length..]}.");
            // ON UPDATE CURRENT_TIMESTAMP, or a calculated column.
            if ((walked.ValueGenerated & ValueGenerated.OnUpdate) != 0)
                throw new InvalidOperationException($"Walk names '{walked.Name}', which the server changes when a row is updated, so that a row could be met again. Walk by other columns.");
        }
    }

    private static bool HaveSameColumn(IProperty set, IProperty walked)
        => set == walked || set.GetTableColumnMappings().Select(mapping => mapping.Column).Intersect(walked.GetTableColumnMappings().Select(mapping => mapping.Column)).Any();
}
