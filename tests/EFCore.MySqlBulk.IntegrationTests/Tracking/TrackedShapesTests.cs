using System.ComponentModel;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Tracking;

/// <summary>Tracked entities with less common shapes are in the same state after a bulk call as after <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class TrackedShapesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Complex_properties_are_unchanged_after_an_update(bool isAsync)
    {
        await using TestDatabase database = await HousesAsync();
        List<object?[]> saved = await UpdatedAsync(database, context => context.SaveChangesAsync(Token));
        await using ModelContext context = database.Context();
        List<object?[]> bulk = await UpdatedAsync(database, context => context.UpdateAsync(isAsync, Loaded(context)));
        Assert.Equal(saved, bulk);
        Assert.All(bulk, row => Assert.Equal(EntityState.Unchanged, row[0]));

        async Task<List<object?[]>> UpdatedAsync(TestDatabase database, Func<ModelContext, Task> store)
        {
            await database.ExecuteAsync("DELETE FROM houses", "INSERT INTO houses (Id, Name, Place_Street, Place_Town_Name, Place_Town_Stamp) VALUES (1,'a','b','c',1),(2,'d','e','f',1)");
            await using ModelContext context = database.Context();
            List<House> houses = await context.Set<House>().OrderBy(h => h.Id).ToListAsync(Token);
            foreach (House house in houses)
                (house.Place.Street, house.Place.Town.Name) = ("street", "town");
            await store(context);
            List<object?[]> states = States(context);
            Assert.Equal(0, await context.SaveChangesAsync(Token));
            return states;
        }

        static List<House> Loaded(ModelContext context) => [.. context.ChangeTracker.Entries<House>().Select(e => e.Entity)];
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_complex_property_that_was_written_alone_is_no_longer_modified(bool isAsync)
    {
        await using TestDatabase database = await HousesAsync();
        await database.ExecuteAsync("INSERT INTO houses (Id, Name, Place_Street, Place_Town_Name, Place_Town_Stamp) VALUES (1,'a','b','c',1)");
        await using ModelContext context = database.Context();
        House house = await context.Set<House>().SingleAsync(Token);
        (house.Name, house.Place.Street) = ("name", "street");

        await context.UpdateAsync(isAsync, [house], new() { Update = h => h.Place.Street });

        EntityEntry<House> entry = context.Entry(house);
        Assert.Equal((EntityState.Modified, false, true), (entry.State, entry.ComplexProperty(h => h.Place).IsModified, entry.Property(h => h.Name).IsModified));
        Assert.Equal("street", entry.ComplexProperty(h => h.Place).Property(p => p.Street).OriginalValue);
        Assert.Equal(1, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Row_versions_in_the_shadow_and_in_complex_properties_are_new_after_each_update(bool isAsync)
    {
        await using TestDatabase database = await VersionedAsync();
        await using ModelContext context = database.Context();
        List<Versioned> rows = [.. Enumerable.Range(1, 3).Select(i => new Versioned { Id = i })];
        context.AddRange(rows);
        await context.InsertAsync(isAsync, rows);
        for (int round = 0; round < 3; round++)
        {
            rows.ForEach(row => row.Name += "x");
            if (round == 1)
                await context.SaveChangesAsync(Token);
            else
                await context.UpdateAsync(isAsync, rows);
            Assert.All(rows, row => Assert.Equal(EntityState.Unchanged, context.Entry(row).State));
            Assert.Equal(await StoredAsync(), rows.Select(row => $"{row.Id}|{row.Name}|{context.Entry(row).Property<DateTime>("Version").OriginalValue:O}|{row.Inner.Version:O}"));
        }

        Assert.Equal(0, await context.SaveChangesAsync(Token));
        await context.DeleteAsync(isAsync, rows);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM versioned"));

        async Task<IEnumerable<string>> StoredAsync()
            => (await database.QueryAsync("SELECT Id, Name, Version, Inner_Version FROM versioned ORDER BY Id")).Select(r => $"{r[0]}|{r[1]}|{r[2]:O}|{r[3]:O}");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_are_deleted_by_key_are_forgotten(bool isAsync)
    {
        await using TestDatabase database = await HousesAsync();
        await database.ExecuteAsync("INSERT INTO houses (Id, Name, Place_Street, Place_Town_Name, Place_Town_Stamp) VALUES (1,'a','b','c',1),(2,'a','b','c',1),(3,'a','b','c',1)");
        await using ModelContext context = database.Context();
        List<House> houses = await context.Set<House>().OrderBy(h => h.Id).ToListAsync(Token);
        houses[1].Name = "changed";

        if (isAsync)
            await context.Set<House>().BulkDeleteByKeyAsync([1, 2], cancellationToken: Token);
        else
            context.Set<House>().BulkDeleteByKey([1, 2]);

        Assert.Same(houses[2], Assert.Single(context.ChangeTracker.Entries()).Entity);
        Assert.Null(await context.FindAsync<House>([1], Token));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task Rows_that_are_deleted_by_another_instance_are_forgotten()
    {
        await using TestDatabase database = await HousesAsync();
        await database.ExecuteAsync("INSERT INTO houses (Id, Name, Place_Street, Place_Town_Name, Place_Town_Stamp) VALUES (1,'a','b','c',1),(2,'a','b','c',1)");
        await using ModelContext context = database.Context();
        await context.Set<House>().LoadAsync(Token);

        await context.BulkDeleteAsync([new House { Id = 1, Place = new() { Town = new() { Stamp = 1 } } }], cancellationToken: Token);

        Assert.Equal(2, Assert.Single(context.ChangeTracker.Entries<House>()).Entity.Id);
        Assert.Null(await context.FindAsync<House>([1], Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_rows_get_their_keys_though_none_were_asked_for(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tracked = Tickets.New(30);
        List<Ticket> others = Tickets.New(30, 31);
        context.AddRange(tracked);

        await context.InsertAsync(isAsync, [.. tracked, .. others], new() { ReturnKeys = false, BatchRows = 20 });

        Assert.All(tracked, ticket => Assert.Equal((EntityState.Unchanged, false), (context.Entry(ticket).State, context.Entry(ticket).Property(t => t.Id).IsTemporary)));
        Assert.All(others, ticket => Assert.Equal(0, ticket.Id));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(60, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
        Assert.Equal(Tickets.Values(tracked), (await Tickets.StoredAsync(database)).Where(t => t.Token <= 30));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_generated_key_in_the_shadow_is_known_after_the_insert(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Note>(note =>
        {
            note.ToTable("notes").Property<int>("Id").ValueGeneratedOnAdd();
            note.HasKey("Id");
        }));
        await using ModelContext context = database.Context();
        List<Note> notes = [.. Enumerable.Range(0, 5).Select(i => new Note { Text = $"note {i}" })];
        context.AddRange(notes);

        await context.InsertAsync(isAsync, notes, new() { BatchRows = 2 });

        Assert.All(notes, note => Assert.Equal((EntityState.Unchanged, false), (context.Entry(note).State, context.Entry(note).Property("Id").IsTemporary)));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(
            notes.Select(note => $"{context.Entry(note).Property("Id").CurrentValue}|{note.Text}"),
            (await database.QueryAsync("SELECT Id, Text FROM notes ORDER BY Id")).Select(row => string.Join('|', row)));
    }

    [Fact]
    public async Task A_tracked_row_whose_key_only_the_server_would_know_is_refused()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Coupon>(coupon =>
        {
            coupon.ToTable("coupons").Property(c => c.Id).HasMaxLength(36).HasDefaultValueSql("(uuid())").ValueGeneratedOnAdd();
        }));
        await using ModelContext context = database.Context();
        Coupon given = new() { Id = "given", Text = "a" };
        Coupon left = new() { Text = "b" };
        context.Add(given);
        context.Add(left);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync([given, left], cancellationToken: Token));

        Assert.StartsWith("Row 1 is tracked and leaves its key 'Coupon.Id' to the column's default", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM coupons"));
        Assert.Equal(EntityState.Added, context.Entry(left).State);
        context.Entry(left).State = EntityState.Detached;
        await context.BulkInsertAsync([given, left], cancellationToken: Token);
        Assert.Equal((EntityState.Unchanged, EntityState.Detached), (context.Entry(given).State, context.Entry(left).State));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM coupons"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_entity_that_tells_of_its_changes_keeps_no_original_values_and_is_accepted(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model
            .HasChangeTrackingStrategy(ChangeTrackingStrategy.ChangingAndChangedNotifications).Entity<Bell>().ToTable("bells"));
        await using ModelContext context = database.Context();
        Bell bell = new() { Tone = 1 };
        context.Add(bell);
        await context.InsertAsync(isAsync, [bell]);
        Assert.Equal(EntityState.Unchanged, context.Entry(bell).State);
        bell.Tone = 2;
        Assert.Equal(EntityState.Modified, context.Entry(bell).State);
        await context.UpdateAsync(isAsync, [bell]);
        Assert.Equal((EntityState.Unchanged, 2), (context.Entry(bell).State, bell.Tone));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        bell.Tone = 3;
        Assert.Equal(1, await context.SaveChangesAsync(Token));
        Assert.Equal(3, await database.CountAsync("SELECT Tone FROM bells"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_property_that_updates_ignore_is_accepted_as_SaveChanges_accepts_it(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Note>(note =>
        {
            note.ToTable("notes").Property<int>("Id").ValueGeneratedNever();
            note.HasKey("Id");
            note.Property(n => n.Once).Metadata.SetAfterSaveBehavior(Microsoft.EntityFrameworkCore.Metadata.PropertySaveBehavior.Ignore);
        }));
        await database.ExecuteAsync("INSERT INTO notes (Id, Text, Once) VALUES (1, 'a', 1), (2, 'b', 2)");
        await using ModelContext context = database.Context();
        List<Note> notes = await context.Set<Note>().ToListAsync(Token);
        notes.ForEach(note => (note.Text, note.Once) = ("changed", 7));
        await using ModelContext other = database.Context();
        List<Note> saved = await other.Set<Note>().ToListAsync(Token);
        saved.ForEach(note => (note.Text, note.Once) = ("changed", 7));

        await context.UpdateAsync(isAsync, notes);
        await other.SaveChangesAsync(Token);

        Assert.Equal(States(other), States(context));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Once < 3"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Dependents_that_the_server_deletes_with_their_principals_are_forgotten(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Parent>().ToTable("parents").HasMany(p => p.Children).WithOne().HasForeignKey(c => c.ParentId).OnDelete(DeleteBehavior.Cascade);
            model.Entity<Child>().ToTable("children").HasMany(c => c.Toys).WithOne().HasForeignKey(t => t.ChildId).OnDelete(DeleteBehavior.SetNull);
        });
        await using ModelContext context = database.Context();
        List<Parent> parents = [.. Enumerable.Range(1, 3).Select(_ => new Parent { Children = [new() { Toys = [new()] }, new()] })];
        context.AddRange(parents);
        await context.SaveChangesAsync(Token);

        await context.DeleteAsync(isAsync, parents[..2]);

        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(2, context.ChangeTracker.Entries<Child>().Count());
        Assert.Equal(3, context.ChangeTracker.Entries<Toy>().Count(t => t.State == EntityState.Unchanged));
        Assert.Equal([null, null, parents[2].Children[0].Id], context.ChangeTracker.Entries<Toy>().Select(t => t.Entity.ChildId).Order());
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM Toy WHERE ChildId IS NULL"));
    }

    private static List<object?[]> States(ModelContext context)
        => [.. context.ChangeTracker.Entries().OrderBy(e => e.Property("Id").CurrentValue).Select(entry => (object?[])
        [
            entry.State,
            .. entry.Properties.Concat(entry.ComplexProperties.SelectMany(Nested))
                .SelectMany(p => new[] { p.Metadata.Name, p.CurrentValue, p.OriginalValue, p.IsModified, p.IsTemporary }),
        ])];

    private static IEnumerable<PropertyEntry> Nested(ComplexPropertyEntry entry) => entry.Properties.Concat(entry.ComplexProperties.SelectMany(Nested));

    private async Task<TestDatabase> HousesAsync() => await servers.OfAsync(kind).CreateAsync(static model => model.Entity<House>(house =>
    {
        house.ToTable("houses").Property(h => h.Id).ValueGeneratedNever();
        house.ComplexProperty(h => h.Place, place => place.ComplexProperty(p => p.Town, town => town.Property(t => t.Stamp).IsConcurrencyToken()));
    }));

    private async Task<TestDatabase> VersionedAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Versioned>(entity =>
        {
            entity.ToTable("versioned").Property(v => v.Id).ValueGeneratedNever();
            entity.Property<DateTime>("Version").ValueGeneratedOnAddOrUpdate().IsConcurrencyToken();
            entity.ComplexProperty(v => v.Inner, inner => inner.Property(i => i.Version).ValueGeneratedOnAddOrUpdate().IsConcurrencyToken());
        }));
        await database.ExecuteAsync(
            "ALTER TABLE versioned MODIFY Version datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), "
            + "MODIFY Inner_Version datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)");
        return database;
    }

    private sealed class House
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Place Place { get; set; } = new();
    }

    private sealed class Place
    {
        public string Street { get; set; } = "";

        public Town Town { get; set; } = new();
    }

    private sealed class Town
    {
        public string Name { get; set; } = "";

        public int Stamp { get; set; }
    }

    private sealed class Versioned
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Inner Inner { get; set; } = new();
    }

    private sealed class Inner
    {
        public DateTime Version { get; set; }
    }

    private sealed class Note
    {
        public string Text { get; set; } = "";

        public int Once { get; set; }
    }

    private sealed class Coupon
    {
        public string Id { get; set; } = null!;

        public string Text { get; set; } = "";
    }

    private sealed class Parent
    {
        public int Id { get; set; }

        public List<Child> Children { get; set; } = [];
    }

    private sealed class Child
    {
        public int Id { get; set; }

        public int ParentId { get; set; }

        public List<Toy> Toys { get; set; } = [];
    }

    private sealed class Toy
    {
        public int Id { get; set; }

        public int? ChildId { get; set; }
    }

    /// <summary>Notifies the context before and after each change, so that it keeps no values to compare with.</summary>
    private sealed class Bell : INotifyPropertyChanging, INotifyPropertyChanged
    {
        private int _id;
        private int _tone;

        public event PropertyChangingEventHandler? PropertyChanging;

        public event PropertyChangedEventHandler? PropertyChanged;

        public int Id
        {
            get => _id;
            set => Set(ref _id, value, nameof(Id));
        }

        public int Tone
        {
            get => _tone;
            set => Set(ref _tone, value, nameof(Tone));
        }

        private void Set(ref int field, int value, string name)
        {
            PropertyChanging?.Invoke(this, new(name));
            field = value;
            PropertyChanged?.Invoke(this, new(name));
        }
    }
}
