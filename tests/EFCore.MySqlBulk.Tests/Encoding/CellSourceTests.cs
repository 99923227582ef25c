using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>Which of a tracked row's values a cell writes.</summary>
public sealed class CellSourceTests
{
    [Theory]
    [InlineData("Current", "Int32 4")]
    [InlineData("Original", "Int32 3")]
    public void A_property_has_a_current_and_an_original_value(string source, string written)
    {
        using ModelContext context = new(model => model.Entity<Note>());
        Note note = new() { Id = 1, Length = 3 };
        EntityEntry entry = context.Attach(note);
        note.Length = 4;
        Assert.Equal(written, Written(note, entry, "Length", Enum.Parse<CellSource>(source)));
    }

    [Theory]
    [InlineData("Current", "Int32 4")]
    [InlineData("Original", "Int32 3")]
    public void So_has_a_shadow_property(string source, string written)
    {
        using ModelContext context = new(model => model.Entity<Note>().Property<int>("Version"));
        Note note = new() { Id = 1 };
        EntityEntry entry = context.Entry(note);
        entry.Property("Version").CurrentValue = 3;
        entry.State = EntityState.Unchanged;
        entry.Property("Version").CurrentValue = 4;
        Assert.Equal(written, Written(note, entry, "Version", Enum.Parse<CellSource>(source)));
    }

    [Theory]
    [InlineData(0, "DEFAULT")]
    [InlineData(4, "Int32 4")]
    public void A_shadow_property_that_was_not_set_may_be_left_to_the_columns_default(int version, string written)
    {
        using ModelContext context = new(model => model.Entity<Note>().Property<int>("Version").HasDefaultValue(1));
        Note note = new() { Id = 1 };
        EntityEntry entry = context.Attach(note);
        entry.Property("Version").CurrentValue = version;
        Assert.Equal(written, Written(note, entry, "Version", CellSource.CurrentOrDefault));
        Assert.Equal($"Int32 {version}", Written(note, entry, "Version", CellSource.Current));
    }

    private static string Written(object row, EntityEntry entry, string property, CellSource source)
    {
        TableMap table = TableMaps.Of(entry.Metadata);
        ListSink sink = new();
        RowWriter.For<ListSink>(new(table, [new(table.Column(property), source)]))(sink, row, entry);
        return Assert.Single(sink.Calls);
    }

    private sealed class Note
    {
        public int Id { get; set; }

        public int Length { get; set; }
    }
}
