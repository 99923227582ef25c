using System.Linq.Expressions;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Another context to which the rows of a query go, and their type in its model.</summary>
/// <param name="Context">The context.</param>
/// <param name="EntityType">The type.</param>
internal sealed record Destination(DbContext Context, IEntityType EntityType)
{
    /// <summary>The type that a lambda creates, in another context.</summary>
    /// <param name="source">The query's context.</param>
    /// <param name="target">The other one.</param>
    /// <param name="row">The lambda.</param>
    /// <param name="transaction">How the call commits.</param>
    /// <param name="call">The method that copies.</param>
    /// <exception cref="ArgumentException">The other context is the query's own.</exception>
    /// <exception cref="InvalidOperationException">The other context cannot take the rows, or not batch by batch.</exception>
    public static Destination Of<TEntity, TTarget>(DbContext source, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkQueryTransaction transaction, string call)
        where TTarget : class
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(row);
        if (source == target)
            throw new ArgumentException($"{call} got the query's own context as the other one. Use another context, or {(call == "BulkMoveTo" ? call : "BulkInsertInto")} without one.", nameof(target));
        AcceptedProvider.Check(target, ContextDefaults.Of(target));
        if (source.Database.GetDbConnection() == target.Database.GetDbConnection())
            throw new InvalidOperationException($"The two contexts given to {call} share a connection, over which rows cannot be read and stored at the same time. Give each its own.");
        if (transaction == BulkQueryTransaction.Whole)
            throw new InvalidOperationException($"{call} to another context commits each batch there, so Transaction cannot be Whole. Leave it out, or give the query to BulkInsert of the other context, which is one transaction.");
        if (TransactionKinds.Of(target.Database) != TransactionKind.Own)
            throw new InvalidOperationException($"{call} commits each batch, but the other context is in a transaction, or its AutoTransactionBehavior is Never. Call {call} outside the transaction, or set AutoTransactionBehavior.WhenNeeded.");
        IEntityType type = target.Model.FindEntityType(typeof(TTarget))
            ?? throw new InvalidOperationException($"{call} needs an entity type of the model to copy to, and '{typeof(TTarget)}' is none in that of {target.GetType().Name}.");
        return new(target, type);
    }

    /// <summary>Refuses entities that are copied as they are, if they have not all that is stored of them.</summary>
    /// <param name="row">The lambda.</param>
    /// <param name="call">The method that copies.</param>
    /// <exception cref="InvalidOperationException">A column has no property in the class.</exception>
    public void CheckWhole(LambdaExpression row, string call)
    {
        if (row.Body is ParameterExpression && EntityType.GetDerivedTypesInclusive().SelectMany(type => type.GetDeclaredProperties().Concat(EntityType.GetProperties())).FirstOrDefault(IsLost) is { } lost)
            throw new InvalidOperationException($"'{EntityType.DisplayName()}.{lost.Name}' is a shadow property, which the entities given to {call} do not have, so that its values would be lost. Add a property to the class.");
    }

    private static bool IsLost(IProperty property) => property.IsShadowProperty() && property.GetBeforeSaveBehavior() == PropertySaveBehavior.Save && property != property.DeclaringType.ContainingEntityType.FindDiscriminatorProperty();
}
