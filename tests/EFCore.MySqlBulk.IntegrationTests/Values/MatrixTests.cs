using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Stores values with <c>SaveChanges</c>, with every strategy that inserts and with every strategy that updates: the server must store the same each time,
/// and the library must read it as the driver does.</summary>
public abstract class MatrixTests(Servers servers, ServerKind kind)
{
    /// <summary>How long a long value is. In every way, a megabyte takes gigabytes of memory.</summary>
    protected static int LongLength { get; } = FullRun.IsAsked ? 1 << 20 : 1 << 17;

    protected ServerKind Kind => kind;

    /// <summary>Checks the values of a value type, and NULL.</summary>
    protected Task StructsAsync<T>(Action<PropertyBuilder> column, params T[] values)
        where T : struct
        => CheckAsync<T, T?>(column, value => value, values);

    /// <summary>Checks the values of a value type in a column of the given store type; <see langword="null" /> for the provider's own.</summary>
    protected Task StructsAsync<T>(string? storeType, params T[] values)
        where T : struct
        => StructsAsync(Typed(storeType), values);

    /// <summary>Checks the values of a reference type, and NULL.</summary>
    protected Task ClassesAsync<T>(Action<PropertyBuilder> column, params T[] values)
        where T : class
        => CheckAsync<T, T?>(column, value => value, values);

    /// <summary>Checks the values of a reference type in a column of the given store type.</summary>
    protected Task ClassesAsync<T>(string? storeType, params T[] values)
        where T : class
        => ClassesAsync(Typed(storeType), values);

    private static Action<PropertyBuilder> Typed(string? storeType) => property =>
    {
        if (storeType is not null)
            property.HasColumnType(storeType);
    };

    private async Task CheckAsync<T, TOptional>(Action<PropertyBuilder> column, Func<T, TOptional> lift, T[] values)
    {
        await using TestDatabase database = await servers.OfAsync(kind, Servers.Roomy).CreateAsync(model => model.Entity<Cell<T, TOptional>>(entity =>
        {
            entity.ToTable("cells");
            column(entity.Property(cell => cell.Value).IsRequired());
            column(entity.Property(cell => cell.Optional).IsRequired(false));
        }), "AllowLoadLocalInfile=True");
        StoredCells<T, TOptional> cells = new(database, lift);
        await cells.InsertEveryWayAsync(values);
        await cells.UpdateEveryWayAsync(values);
        await cells.ReadBothWaysAsync();
    }
}
