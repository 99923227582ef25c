using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Saving;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary><c>SaveChanges</c> in multi-row statements, for one call. <c>UseMySqlBulk(o => o.BulkSaveChanges())</c> does the same for every <c>SaveChanges</c> of a context.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkSaveChangesExtensions
{
    /// <inheritdoc cref="BulkSaveChangesAsync(DbContext, CancellationToken)" />
    public static int BulkSaveChanges(this DbContext context) => BulkSaveChanges(context, acceptAllChangesOnSuccess: true);

    /// <inheritdoc cref="BulkSaveChangesAsync(DbContext, bool, CancellationToken)" />
    public static int BulkSaveChanges(this DbContext context, bool acceptAllChangesOnSuccess)
    {
        using BulkSaveScope scope = BulkSaveScope.Begin(context);
        return scope.Save(acceptAllChangesOnSuccess);
    }

    /// <summary>Saves all changes of the context as <c>SaveChanges</c> does, but sends consecutive rows with the same table and columns in multi-row statements.</summary>
    /// <param name="context">The context. Its options need <c>UseMySqlBulk()</c>.</param>
    /// <param name="cancellationToken">Cancels, as it does for <c>SaveChangesAsync</c>.</param>
    /// <returns>The number of state entries written.</returns>
    /// <exception cref="InvalidOperationException">The context's options have no <c>UseMySqlBulk()</c>.</exception>
    /// <exception cref="DbUpdateException">The server, the driver or the network failed or refused a row; <see cref="DbUpdateException.Entries" /> has its entries. Inside is a <see cref="BulkException" />, and inside that
    /// the driver's exception. (<c>SaveChanges</c> that sends in bulk throws what <c>SaveChanges</c> always throws: the driver's exception is directly inside.)</exception>
    /// <exception cref="DbUpdateConcurrencyException">Rows were not found, or have changed; <see cref="DbUpdateException.Entries" /> has their entries.</exception>
    public static Task<int> BulkSaveChangesAsync(this DbContext context, CancellationToken cancellationToken = default)
        => BulkSaveChangesAsync(context, acceptAllChangesOnSuccess: true, cancellationToken);

    /// <inheritdoc cref="BulkSaveChangesAsync(DbContext, CancellationToken)" />
    /// <param name="context">The context. Its options need <c>UseMySqlBulk()</c>.</param>
    /// <param name="acceptAllChangesOnSuccess">Whether the entities are marked as unchanged after success. Default: true.</param>
    /// <param name="cancellationToken">Cancels, as it does for <c>SaveChangesAsync</c>.</param>
    public static async Task<int> BulkSaveChangesAsync(this DbContext context, bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default)
    {
        using BulkSaveScope scope = BulkSaveScope.Begin(context);
        return await scope.SaveAsync(acceptAllChangesOnSuccess, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc cref="ExplainSaveChangesAsync" />
    public static BulkSaveExplanation ExplainSaveChanges(this DbContext context) => SaveExplainer.Explain(context);

    /// <summary>Explains what <c>SaveChanges</c> in bulk would send: tables, rows, strategy and reason of each step. Nothing is saved; the changes are detected as <c>SaveChanges</c>
    /// detects them, and the server's version and settings are read.</summary>
    /// <param name="context">The context. Its options need <c>UseMySqlBulk()</c>.</param>
    /// <param name="cancellationToken">Cancels.</param>
    /// <returns>The steps, in order. Deletes that a cascade adds only during <c>SaveChanges</c> (<see cref="Microsoft.EntityFrameworkCore.ChangeTracking.CascadeTiming.OnSaveChanges" />) are not among them.</returns>
    /// <exception cref="InvalidOperationException">The context's options have no <c>UseMySqlBulk()</c>.</exception>
    public static Task<BulkSaveExplanation> ExplainSaveChangesAsync(this DbContext context, CancellationToken cancellationToken = default)
        => SaveExplainer.ExplainAsync(context, cancellationToken);
}
