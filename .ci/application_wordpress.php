<?php
// application_wordpress.php FOLDER ADDRESS: install WordPress and fill it with FOLDER/content.json. Run by
// .ci/applications, which says where WordPress keeps its own files.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = preg_replace('#^https?://#', '', $argv[2]);
require $argv[3] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
add_filter('pre_wp_mail', '__return_true');
wp_install('Atlas Journal', 'admin', 'admin@example.org', true, '', 'Loopback-only-1');
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $post) {
    wp_delete_post($post->ID, true);
}
global $wp_rewrite, $wpdb;
$wp_rewrite->set_permalink_structure('/%year%/%monthnum%/%day%/%postname%/');
$wp_rewrite->init();
$content = json_decode(file_get_contents($argv[1] . '/content.json'), true);
$users = $topics = $made = [];
foreach ($content['authors'] as $name) {
    $users[$name] = wp_insert_user(['user_login' => $name, 'user_pass' => 'x', 'role' => 'author',
        'display_name' => ucfirst($name), 'user_email' => "$name@example.org", 'user_registered' => '2020-12-01 00:00:00']);
}
foreach ($content['topics'] as $name) {
    $topics[$name] = wp_insert_term(ucfirst($name), 'category')['term_id'];
}
foreach ($content['posts'] as $post) {
    $body = '';
    foreach ($post['body'] as $part) {
        if (is_array($part)) {
            $other = $made[ucwords($part[2])];
            $url = strtr($part[1], ['{number}' => $other, '{path}' => get_permalink($other)]);
            $url = $url[0] === '?' ? '/' . $url : $url;
            $part = "<!-- wp:paragraph --><p>See <a href=\"$url\">$part[2]</a>.</p><!-- /wp:paragraph -->";
        }
        $body .= $part . "\n\n";
    }
    $id = wp_insert_post(['post_title' => $post['title'], 'post_content' => $body, 'post_type' => $post['kind'],
        'post_status' => 'publish', 'post_author' => $users[$post['author']], 'post_date' => gmdate('Y-m-d H:i:s', $post['at']),
        'post_category' => [$topics[$post['topic']]], 'tags_input' => $post['kind'] === 'post' ? $post['tags'] : [],
        'comment_status' => $post['kind'] === 'post' ? 'open' : 'closed']);
    $made[$post['title']] = $id;
    if ($post['picture']) {
        $picture = wp_insert_attachment(['post_title' => $post['picture'], 'post_mime_type' => 'image/png',
            'post_status' => 'inherit', 'post_author' => $users[$post['author']],
            'post_date' => gmdate('Y-m-d H:i:s', $post['at'])], WP_CONTENT_DIR . '/uploads/' . $post['picture'], $id);
        $image = wp_get_attachment_url($picture);
        $page = get_permalink($picture);
        $body .= "<!-- wp:image --><figure class=\"wp-block-image\"><a href=\"$page\"><img src=\"$image\" alt=\"\"/></a>"
            . "</figure><!-- /wp:image -->\n";
        $wpdb->update($wpdb->posts, ['post_content' => $body], ['ID' => $id]);
    }
    $comments = [];
    foreach ($post['comments'] as $comment) {
        $comments[] = wp_insert_comment(['comment_post_ID' => $id, 'comment_author' => $comment['author'],
            'comment_author_email' => strtolower($comment['author']) . '@example.org', 'comment_content' => $comment['text'],
            'comment_parent' => $comment['parent'] === null ? 0 : $comments[$comment['parent']],
            'comment_date' => gmdate('Y-m-d H:i:s', $comment['at']), 'comment_approved' => 1]);
    }
}
$blocks = '';
foreach (['archives', 'calendar', 'categories', 'tag-cloud', 'latest-comments', 'latest-posts', 'loginout'] as $name) {
    $blocks .= "<!-- wp:$name /-->\n";
}
wp_insert_post(['post_title' => 'Archive', 'post_content' => $blocks, 'post_type' => 'page', 'post_status' => 'publish',
    'post_author' => 1, 'post_date' => '2021-01-01 10:00:00', 'comment_status' => 'closed']);
wp_update_user(['ID' => 1, 'user_registered' => '2020-12-01 00:00:00']);
update_option('blogdescription', 'A journal of words');
flush_rewrite_rules(false);
echo count($made), " posts and pages\n";
