using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>Stores a shop with <c>SaveChanges</c>, as it is or in bulk. One context tracks everything from the first step to the last.</summary>
/// <param name="context">The context.</param>
/// <param name="isBulk">Its options send <c>SaveChanges</c> in bulk.</param>
/// <param name="isAsync">The mode.</param>
internal sealed class SavedShop(ModelContext context, bool isBulk, bool isAsync) : IShopStore
{
    public bool OrdersUniqueValues => true;

    /// <summary>The rows that shared statements.</summary>
    public int RowsInBulk { get; private set; }

    /// <summary>The rows that the provider's own batches sent.</summary>
    public int RowsOfProvider { get; private set; }

    public async Task StoreAsync(Changes changes)
    {
        // An entity at a time, so that the keys are generated in the order of the entities.
        foreach (object added in changes.Added)
            context.Entry(added).State = EntityState.Added;
        context.RemoveRange(changes.Removed);
        if (isBulk)
        {
            BulkSaveExplanation explanation = await context.ExplainSaveChangesAsync(Token);
            RowsInBulk += explanation.Steps.Where(step => step.Strategy != BulkStrategy.None).Sum(step => step.RowCount);
            RowsOfProvider += explanation.Steps.Where(step => step.Strategy == BulkStrategy.None).Sum(step => step.RowCount);
        }

        await context.SaveAsync(isBulk: false, isAsync, Token);
    }

    public IReadOnlyList<string> Tracked() => [.. context.ChangeTracker.Entries().Select(Shown)];

    public ValueTask DisposeAsync() => context.DisposeAsync();

    private static string Shown(EntityEntry entry)
    {
        IEnumerable<string> values = entry.Properties.Select(property => string.Create(
            CultureInfo.InvariantCulture, $"{property.Metadata.Name}={property.CurrentValue}/{property.OriginalValue}/{property.IsModified}/{property.IsTemporary}"));
        return $"{entry.Metadata.DisplayName()} {entry.State} {string.Join(' ', values)}";
    }
}
