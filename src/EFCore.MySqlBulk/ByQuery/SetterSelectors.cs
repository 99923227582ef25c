using System.Linq.Expressions;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Finds the lambdas that select what setters set. EF Core 9 has calls of <c>SetProperty</c>, and EF Core 10 pairs of a selector and a value.</summary>
internal sealed class SetterSelectors : ExpressionVisitor
{
    private readonly List<LambdaExpression> _all = [];

    public IReadOnlyList<LambdaExpression> All => _all;

    protected override Expression VisitMethodCall(MethodCallExpression node)
    {
        if (node is { Method.Name: "SetProperty", Object: not null, Arguments: [var selector, ..] })
            Add(selector);
        return base.VisitMethodCall(node);
    }

    protected override Expression VisitNew(NewExpression node)
    {
        if (node.Arguments is [var selector, _])
            Add(selector);
        return base.VisitNew(node);
    }

    private void Add(Expression selector)
    {
        while (selector is UnaryExpression { NodeType: ExpressionType.Quote or ExpressionType.Convert } wrapped)
            selector = wrapped.Operand;
        if (selector is LambdaExpression lambda)
            _all.Add(lambda);
    }
}
