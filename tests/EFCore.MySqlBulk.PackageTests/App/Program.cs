using EFCore.MySqlBulk;
using EFCore.MySqlBulk.Tests.Docs;
using Microsoft.EntityFrameworkCore;
using ShopContext = EFCore.MySqlBulk.Tests.Docs.ReadmeExample.ShopContext;
using User = EFCore.MySqlBulk.Tests.Docs.ReadmeExample.User;

string connectionString = args[0];
DbContextOptionsBuilder<ShopContext> options = new();
options.UseMySql(connectionString, ServerVersion.AutoDetect(connectionString));
await using ShopContext context = new(options.Options);
await context.Database.EnsureCreatedAsync();
await context.Database.ExecuteSqlRawAsync("CREATE TABLE stock (sku VARCHAR(20) PRIMARY KEY, qty INT NOT NULL)");
await context.Database.ExecuteSqlRawAsync("INSERT INTO stock VALUES ('a', 10), ('b', 1)");

List<User> users = [.. Enumerable.Range(0, 3000).Select(i => new User { Name = $"user {i}", Age = i % 90, Score = i / 8.0 })];
await ReadmeExample.RunAsync(connectionString, users, [new("a", 4), new("b", 2)]);
int left = await context.Database.SqlQueryRaw<int>("SELECT CAST(SUM(qty) AS SIGNED) AS Value FROM stock").SingleAsync();

// Every form of a call: if an overload took a token without options, 'new()' would be ambiguous in C# 12.
CancellationToken token = CancellationToken.None;
User[] few = [new() { Name = "one" }, new() { Name = "two" }, new() { Name = "three" }];
BulkResult inserted = await context.BulkInsertAsync(few, new() { BatchRows = 2 }, token);
BulkResult updated = await context.Users.BulkUpdateAsync(few, new() { Update = u => u.Name });
updated = await context.BulkUpdateAsync(few, cancellationToken: token);
BulkResult deleted = await context.Users.BulkDeleteByKeyAsync([few[0].Id], new() { NotFound = NotFoundRows.Ignore });
deleted = await context.BulkDeleteAsync(few[1..], new() { CheckDuplicates = false }, token);
BulkResult executed = await context.BulkExecuteRawAsync(["a", "b"], "DELETE FROM stock WHERE sku = {0}", sku => sku, new() { ReturnAffected = true });

Console.WriteLine($"EF Core {typeof(DbContext).Assembly.GetName().Version}, library {typeof(BulkResult).Assembly.GetName().Version}");
Console.WriteLine($"users {await context.Users.CountAsync()}, stock {left}, keys {users.Select(u => u.Id).Distinct().Count(id => id > 0)}");
Console.WriteLine($"inserted {inserted.RowsInserted}, updated {updated.RowsUpdated}, deleted {deleted.RowsDeleted}, executed {executed.RowsAffected}");
