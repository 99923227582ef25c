using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Rows change or vanish behind the context's back. What their concurrency tokens tell is dealt with, and all are saved again.</summary>
public sealed class TokenStory : SaveStory
{
    public override int BulkRuns => 6;

    public override int Failures => 3;

    public override void Model(ModelBuilder model) => model.Entity<Account>(account =>
    {
        account.ToTable("accounts");
        account.Property(a => a.Version).IsConcurrencyToken();
        account.Property(a => a.Owner).IsConcurrencyToken();
    });

    public override IEnumerable<SaveStep> Steps()
    {
        List<Account> accounts = [.. Numbers().Select(i => new Account { Amount = i, Owner = i % 4 == 0 ? null : $"owner {i}" })];
        yield return Then(context => context.AddRange(accounts));
        yield return Then(_ => Change(accounts));
        yield return Then(_ => accounts.ForEach(account => (account.Owner, account.Version) = (account.Owner is null ? "someone" : null, account.Version + 1)));

        // Someone else changes one of them first.
        yield return Then(context =>
        {
            context.Database.ExecuteSqlRaw("UPDATE accounts SET `Version` = 90, Amount = 1000 WHERE Id = 7");
            Change(accounts);
        });
        yield return Then(context => TakeStored(context.Entry(accounts[6])));

        // Someone else deletes one, while it is to be changed and while it is to be deleted.
        yield return Then(context =>
        {
            context.Database.ExecuteSqlRaw("DELETE FROM accounts WHERE Id = 20");
            Change(accounts);
        });
        yield return Then(context =>
        {
            context.Entry(accounts[19]).State = EntityState.Detached;
            accounts.RemoveAt(19);
        });
        yield return Then(context =>
        {
            context.Database.ExecuteSqlRaw("DELETE FROM accounts WHERE Id = 3");
            context.RemoveRange(accounts);
        });
        yield return Then(context => context.Entry(accounts[2]).State = EntityState.Detached);
    }

    private static void Change(List<Account> accounts) => accounts.ForEach(account =>
    {
        account.Amount += 10;
        account.Version++;
    });

    private static void TakeStored(EntityEntry<Account> entry)
    {
        entry.OriginalValues.SetValues(entry.GetDatabaseValues()!);
        entry.Entity.Version = 91;
    }

    private sealed class Account
    {
        public int Id { get; set; }

        public int Amount { get; set; }

        public int Version { get; set; }

        [MaxLength(40)]
        public string? Owner { get; set; }
    }
}
