-- Events name the kind of what they are about, since an order can have the id of a product.
update webhook_delivery set subject = case
    when event like 'order.%' then 'order:'
    when event like 'message.%' then 'message:'
    else 'product:'
  end || subject
  where event <> 'test';
